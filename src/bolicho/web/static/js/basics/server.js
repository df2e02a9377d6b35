// Who answers: the server. The site without one has its own of this module (web/site/js/basics/server.js).
export const request = (path, how) => fetch(path, how);
