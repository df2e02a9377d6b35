// Where pages are in a folder of files: beside one another, one file a page and language.
const suffix = (language) => (language === "en" ? ".en" : "");
const page = (name, language = document.documentElement.lang) => `${name}${suffix(language)}.html`;
const at = (name, facts, language) => `${page(name, language)}?${new URLSearchParams(facts)}`;

export const lobbyPage = (game = "") => page("index") + (game ? `#${game}` : "");
export const tablePage = (table) => at("table", { id: table });
export const rulesPage = (game, preset) => at("rules", preset ? { id: game, preset } : { id: game });
export const minePage = null; // the folder has no such page
export const lessonPage = (lesson) => at("learn", { id: lesson });
export const named = () => new URLSearchParams(location.search).get("id") ?? "";
export const sheet = (name) => `css/${name}`;

export function inLanguage(language) {
  const name = { home: "index" }[document.body.dataset.page] ?? document.body.dataset.page;
  return page(name, language) + location.search + location.hash;
}
