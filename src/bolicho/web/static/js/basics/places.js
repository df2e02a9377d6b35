// Where pages and style sheets are. The site without a server has its own of this module (web/site/js/basics/places.js).
export const lobbyPage = (game = "") => (game ? `/#${game}` : "/");
export const tablePage = (table) => `/table/${table}`;
export const rulesPage = (game, preset) => `/rules/${game}${preset ? `?preset=${encodeURIComponent(preset)}` : ""}`;
export const minePage = "/mine";
export const lessonPage = (lesson) => `/learn/${lesson}`;
/** The table, game or lesson that the address names. */
export const named = () => decodeURIComponent(location.pathname.split("/").filter(Boolean).pop());
export const sheet = (name) => new URL(`../../css/${name}`, import.meta.url).pathname; // beside this very version

/** The same page in another language; it keeps the fragment (an invitation, a ply of a replay). */
export function inLanguage(language) {
  const there = new URL(location.href);
  there.searchParams.set("lang", language);
  return there;
}
