// Small sounds of a table, made on the spot: a knock on wood, a plucked string. Silent unless the person turned them on.
import { settings } from "../basics/settings.js";

let air = null;
const strings = new Map();

// pitch, start, loudness; the last is a soft chord of a milonga
const PLUCKS = {
  call: [[220, 0, 0.5], [329.6, 0.09, 0.5]],
  turn: [[440, 0, 0.28]],
  end: [[146.8, 0, 0.5], [220, 0.14, 0.45], [293.7, 0.28, 0.45], [349.2, 0.42, 0.45], [440, 0.56, 0.4]],
};

export function sound(kind) {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return; // browsers want a tap first
  air ??= new AudioContext();
  if (air.state === "suspended") air.resume();
  if (kind === "card") return knock(air.currentTime);
  for (const [pitch, start, loud] of PLUCKS[kind] ?? []) pluck(pitch, air.currentTime + start, loud);
}

// A string after Karplus and Strong: a burst of noise that a filter wears down while it goes round.
function string(pitch) {
  if (strings.has(pitch)) return strings.get(pitch);
  const rate = air.sampleRate, period = Math.round(rate / pitch), made = air.createBuffer(1, rate * 1.4, rate);
  const wave = made.getChannelData(0);
  for (let at = 0; at < period; at += 1) wave[at] = Math.random() * 2 - 1;
  for (let at = 1; at < period; at += 1) wave[at] = (wave[at] + wave[at - 1]) / 2; // a finger, not a nail
  for (let at = period; at < wave.length; at += 1) wave[at] = 0.497 * (wave[at - period] + wave[Math.max(0, at - period - 1)]);
  strings.set(pitch, made);
  return made;
}

function pluck(pitch, at, loudness) {
  const source = air.createBufferSource(), loud = air.createGain();
  source.buffer = string(pitch);
  loud.gain.setValueAtTime(loudness, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + 1.3);
  source.connect(loud).connect(air.destination);
  source.start(at);
}

function knock(at) {
  const body = air.createOscillator(), loud = air.createGain();
  body.frequency.setValueAtTime(190, at);
  body.frequency.exponentialRampToValueAtTime(70, at + 0.07);
  loud.gain.setValueAtTime(0.35, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + 0.11);
  body.connect(loud).connect(air.destination);
  body.start(at);
  body.stop(at + 0.12);
}
