// Faces drawn from data (agents/characters.toml): a person, a figure of tin, or a die with a hat.
// face(agent) -> an SVG of 64 by 64; whoever no data tells of gets a face out of the letters of the name.
const SKINS = ["#e8b98e", "#d9a577", "#c48a5e", "#a86c43", "#8f5b36", "#f0c9a0"];
const HAIRS = ["#2b1a0e", "#5a3a20", "#7a3b16", "#8d8478", "#c9953f"];
const SCARVES = ["#a5281d", "#1f6b3f", "#1f4a86", "#6d4a86", "#8a5a08"];
const pick = (list, number) => list[number % list.length];
const INK = "#2a1d12";

export function face({ spec = "", face: told = {}, name = "" }, label = "") {
  const facts = Object.keys(told).length ? told : guessed(spec || name);
  const holder = document.createElement("template");
  const drawn = { tin, die }[facts.kind]?.(facts) ?? person(facts);
  const said = label ? `role="img" aria-label="${label.replace(/[&"<>]/g, "")}"` : `aria-hidden="true" focusable="false"`;
  holder.innerHTML = `<svg class="face" viewBox="0 0 64 64" ${said}><circle cx="32" cy="32" r="31" fill="#efe0bd" stroke="#8a5a08" stroke-width="2"/>${drawn}</svg>`;
  return holder.content.firstElementChild;
}

// The face of who sits at a seat of a table.
export const faceOf = ({ agent, name, face: told }) => face({ spec: agent ?? name, face: told ?? {} });

function guessed(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)) >>> 0;
  const cuts = ["short", "long", "curls", "slick", "bun"], whiskers = ["none", "moustache", "none", "beard", "goatee"];
  const hat = pick(["none", "none", "hat", "beret"], sum >>> 19);
  return {
    skin: pick(SKINS, sum), hair: pick(HAIRS, sum >>> 3), cut: hat === "none" ? pick(cuts, sum >>> 6) : "short", scarf: pick(SCARVES, sum >>> 9),
    whiskers: pick(whiskers, sum >>> 12), eyes: pick(["calm", "wide"], sum >>> 15), mouth: pick(["smile", "line", "smirk"], sum >>> 17),
    hat, glasses: (sum >>> 22) % 4 === 0, age: (sum >>> 24) % 3,
  };
}

// Only what we know is drawn, and a colour is a colour: what a guest's file says never becomes markup.
const colour = (text, other) => (/^#[0-9a-f]{6}$/i.test(text) ? text : other);
const line = (d, width = 1.8, ink = INK) => `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const fill = (d, ink) => `<path d="${d}" fill="${ink}"/>`;

const scarf = (ink) => fill("M14 58q18-9 36 0l-3 4q-15 3-30 0z", ink) + fill("M30 55h5l4 8h-12z", ink) + line("M30 56h5", 1, "#0005");

const BEHIND = {
  long: (hair) => fill("M15 34q-4-24 17-24t17 24v17q-4 5-9 4h-16q-5 1-9-4z", hair),
  braids: (hair) => fill("M15 32q-2-22 17-22t17 22l3 20q-4 4-7 1l-2-20H21l-2 20q-3 3-7-1z", hair) + line("M13 48h5M46 48h5", 2.5, "#a5281d"),
  bun: (hair) => `<circle cx="32" cy="9" r="7" fill="${hair}"/>` + fill("M17 32q-3-22 15-22t15 22z", hair),
  curls: (hair) => [[18, 22], [16, 31], [22, 15], [30, 11], [38, 13], [45, 19], [48, 28], [47, 35], [17, 37]].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="6.5" fill="${hair}"/>`).join(""),
};
const FRONT = {
  short: (hair) => fill("M17.5 31q-3-20 14.5-20t14.5 20q-2-9-6-12-9 3-17 0-4 3-6 12z", hair),
  slick: (hair) => fill("M17.5 30q-2-20 15-20t14 20q-1-8-4-11-8-4-18 1-5 3-7 10z", hair) + line("M24 14q8-3 16 1", 1, "#fff5"),
  long: (hair) => fill("M17.5 33q-2-22 14.5-22t14.5 22q-2-10-8-14-9 2-14 0-5 4-7 14z", hair),
  braids: (hair) => fill("M17.5 29q0-18 14.5-18t14.5 18q-5-9-14.5-9t-14.5 9z", hair) + line("M32 11v9", 1, "#0004"),
  bun: (hair) => fill("M17.5 29q0-18 14.5-18t14.5 18q-6-8-14.5-8t-14.5 8z", hair),
  curls: (hair) => [[22, 17], [28, 14], [35, 14], [42, 18]].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="5" fill="${hair}"/>`).join(""),
  bald: (hair) => fill("M16 33q-1-6 2-9l1 9zM48 33q1-6-2-9l-1 9z", hair),
};
const HATS = {
  hat: () => fill("M7 20q25-8 50 0 1 4-2 4-23-6-46 0-3 0-2-4z", "#3b2412") + fill("M19 18q0-13 13-13t13 13q-13-4-26 0z", "#55361c") + line("M19.5 16.500q12.5-4 25 0", 2.2, "#8a5a08"),
  beret: () => fill("M14 20q-2-12 19-12 19 1 17 10-1 4-5 3-14-4-27 1-3 1-4-2z", "#23354f") + `<circle cx="33" cy="8" r="1.8" fill="#23354f"/>`,
};
const EYES = {
  calm: "M23 33q2.5-2.5 5 0M36 33q2.5-2.5 5 0",
  wink: "M23 33h5M36 33q2.5-2.5 5 0",
};
const BROWS = { flat: "M22 28.500h7M35 28.500h7", raised: "M22 28q3.5-3 7-1M35 27q3.5-2 7 1", frown: "M22 27l7 2.500M42 27l-7 2.5" };
const MOUTHS = { smile: "M26 45q6 5 12 0", line: "M27 46h10", smirk: "M27 46q6 2 11-2", open: "", grin: "" };
const WHISKERS = {
  moustache: (hair) => fill("M32 41q-9-3-12 3 5 2 12-1 7 3 12 1-3-6-12-3z", hair),
  goatee: (hair) => fill("M29 50q3-2 6 0l-3 6z", hair) + line("M27 42.500q5-2 10 0", 1.6, hair),
  beard: (hair) => fill("M17.5 37q3 4 6 3 8-3 17 0 3 1 6-3-1 20-14.5 20t-14.5-20z", hair),
};

function person(facts) {
  const skin = colour(facts.skin, SKINS[0]), hair = colour(facts.hair, HAIRS[0]), age = Number(facts.age) || 0;
  const parts = [BEHIND[facts.cut]?.(hair) ?? "", fill("M27 48h10v9q-5 3-10 0z", skin), fill("M12 64q2-9 14-10h12q12 1 14 10z", "#e9dfca"), scarf(colour(facts.scarf, SCARVES[0]))];
  parts.push(`<circle cx="17.5" cy="35" r="3.2" fill="${skin}"/><circle cx="46.5" cy="35" r="3.2" fill="${skin}"/>`, `<path d="M17.5 30q0-17 14.5-17t14.5 17q0 22-14.5 22t-14.5-22z" fill="${skin}"/>`);
  parts.push(fill("M20 40a4 3 0 0 0 7 1M37 41a4 3 0 0 0 7-1", "#d0604822"));
  parts.push(WHISKERS[facts.whiskers]?.(hair) ?? "");
  if (EYES[facts.eyes]) parts.push(line(EYES[facts.eyes], 2.2));
  else parts.push(`<circle cx="25.5" cy="33" r="2.6" fill="${INK}"/><circle cx="38.5" cy="33" r="2.6" fill="${INK}"/><circle cx="26.3" cy="32" r=".8" fill="#fff"/><circle cx="39.3" cy="32" r=".8" fill="#fff"/>`);
  parts.push(line(BROWS[facts.brows] ?? BROWS.flat, 2, facts.cut === "bald" ? INK : hair), line("M32 34l-2 6h4", 1.4, "#0006"));
  if (facts.mouth === "open") parts.push(`<ellipse cx="32" cy="46" rx="3" ry="2.4" fill="#7a2a1c"/>`);
  else if (facts.mouth === "grin") parts.push(fill("M25 44q7 8 14 0z", "#7a2a1c"), fill("M26.5 44.300h11l-1 1.700h-9z", "#fff"));
  else parts.push(line(MOUTHS[facts.mouth] ?? MOUTHS.smile, 2));
  if (age > 0) parts.push(line("M20.5 37l-1.5 1.500M43.5 37l1.5 1.5", 1, "#0005"));
  if (age > 1) parts.push(line("M24 39q-2 3-1 5M40 39q2 3 1 5M27 23h10", 1, "#0005"));
  if (age > 2) parts.push(line("M26 20.500h12M23 36.500q2.5 1.5 5 0M36 36.500q2.5 1.5 5 0", 1, "#0005"));
  parts.push(FRONT[facts.cut]?.(hair) ?? "");
  if (facts.glasses) parts.push(`<circle cx="25.5" cy="33.5" r="5.2" fill="#fff3" stroke="#5b4526" stroke-width="1.4"/><circle cx="38.5" cy="33.5" r="5.2" fill="#fff3" stroke="#5b4526" stroke-width="1.4"/>` + line("M30.7 33h2.6", 1.4, "#5b4526"));
  parts.push(HATS[facts.hat]?.() ?? "");
  return parts.join("");
}

// One rivet on the brow for each number in its name.
function tin(facts) {
  const skin = colour(facts.skin, "#b9c0c4"), marks = Math.min(Number(facts.marks) || 0, 5);
  const rivets = Array.from({ length: marks }, (_, at) => `<circle cx="${32 + (at - (marks - 1) / 2) * 5}" cy="24" r="1.5" fill="#8a5a08"/>`).join("");
  return line("M32 16V8", 2, "#6a5644") + `<circle cx="32" cy="7" r="3" fill="#a5281d"/><rect x="16" y="16" width="32" height="34" rx="7" fill="${skin}" stroke="#5b5146" stroke-width="1.6"/><path d="M12 29h4v9h-4zM48 29h4v9h-4z" fill="#7b7368"/>${rivets}`
    + `<circle cx="25" cy="33" r="4.5" fill="#fff7dd" stroke="#5b5146"/><circle cx="39" cy="33" r="4.5" fill="#fff7dd" stroke="#5b5146"/><circle cx="25.5" cy="33.5" r="2" fill="${INK}"/><circle cx="38.5" cy="33.5" r="2" fill="${INK}"/>`
    + `<rect x="24" y="41" width="16" height="5" rx="1.5" fill="#fff7dd" stroke="#5b5146"/>` + line("M28 41v5M32 41v5M36 41v5", 1, "#5b5146") + scarf(colour(facts.scarf, SCARVES[0]));
}

function die(facts) {
  const skin = colour(facts.skin, "#f6ead0"), pips = [[23, 30], [41, 30], [32, 38], [23, 46], [41, 46]];
  return `<rect x="15" y="21" width="34" height="34" rx="7" fill="${skin}" stroke="#6a5644" stroke-width="1.6"/>${pips.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.1" fill="${INK}"/>`).join("")}` + (HATS[facts.hat]?.() ?? "");
}
