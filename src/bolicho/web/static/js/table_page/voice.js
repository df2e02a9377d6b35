// Calls and sayings spoken by the browser's own voice, in the language of the page; each seat a little higher or lower.
import { settings } from "../basics/settings.js";
import { language } from "../basics/words.js";

const PITCHES = [1.05, 0.85, 1.25, 0.7];
const mouth = window.speechSynthesis;

export function speak(text, seat = 0) {
  if (!settings.voice || !mouth || !text) return;
  const said = new SpeechSynthesisUtterance(text);
  const voices = mouth.getVoices(), own = voices.find(({ lang }) => lang.replace("_", "-") === language);
  said.voice = own ?? voices.find(({ lang }) => lang.slice(0, 2) === language.slice(0, 2)) ?? null;
  Object.assign(said, { lang: language, pitch: PITCHES[seat % PITCHES.length], rate: 1.05 });
  mouth.speak(said);
}

document.addEventListener("bolicho:settings", () => settings.voice || mouth?.cancel());
