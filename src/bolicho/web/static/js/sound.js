// Small sounds of a table, made on the spot; silent unless the person turned them on.
import { settings } from "./settings.js";

let air = null;

// What is heard: pitch, start, length. kind: "card" (a knock on wood), "call" (two notes), "turn" (one soft note), "end"
const NOTES = {
  card: [[150, 0, 0.06]],
  call: [[392, 0, 0.1], [523, 0.11, 0.14]],
  turn: [[659, 0, 0.12]],
  end: [[392, 0, 0.12], [494, 0.13, 0.12], [587, 0.26, 0.22]],
};

export function sound(kind) {
  if (!settings.sound) return;
  air ??= new AudioContext();
  for (const [pitch, start, length] of NOTES[kind] ?? []) {
    const voice = air.createOscillator(), loud = air.createGain(), at = air.currentTime + start;
    voice.type = kind === "card" ? "triangle" : "sine";
    voice.frequency.value = pitch;
    loud.gain.setValueAtTime(0.16, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    voice.connect(loud).connect(air.destination);
    voice.start(at);
    voice.stop(at + length);
  }
}
