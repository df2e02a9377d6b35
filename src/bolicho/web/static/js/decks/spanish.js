// The Spanish deck of forty cards, our own art, drawn by code: coins, cups, swords, clubs; sota, cavalo, rei.
// The frame of a card is broken by its suit (the pintas): coins not at all, cups once, swords twice, clubs three times.
// The names are those of log, speech and hint: the number that is printed on the card, and its suit.
const NAMES = {
  "pt-BR": { of: "de", back: "carta virada para baixo" },
  en: { of: "of", back: "card face down" },
};
const SUITS = { o: "ouros", c: "copas", e: "espadas", b: "bastos" };
const BREAKS = { o: 0, c: 1, e: 2, b: 3 };
const INK = { o: "#8f5a0a", c: "#a5281d", e: "#1f4a86", b: "#2c6a2f" };
// cloth of the figures by suit: coat, second cloth, stockings
const CLOTH = {
  o: ["#d9952a", "#2d5a8c", "#b3362a"],
  c: ["#b3362a", "#e0b04a", "#2f6b45"],
  e: ["#2d5a8c", "#c9453a", "#e0b04a"],
  b: ["#3f7d3c", "#e0b04a", "#8c3b2a"],
};

// Each symbol is drawn in a box of its own: [width, height, shapes].
const SYMBOLS = {
  o: [40, 40, `<circle cx="20" cy="20" r="18.6" fill="#e9b23a" stroke="#8f5a0a" stroke-width="1.6"/>
<circle cx="20" cy="20" r="15" fill="#f6d06a" stroke="#b97c17" stroke-width="1.2" stroke-dasharray="1.6 1.55"/>
<path d="M20 7l2.6 6.7 6.6-2.9-2.9 6.6L33 20l-6.7 2.6 2.9 6.6-6.6-2.9L20 33l-2.6-6.7-6.6 2.9 2.9-6.6L7 20l6.7-2.6-2.9-6.6 6.6 2.9z" fill="#c8452f" stroke="#8f2a17" stroke-width=".8"/>
<circle cx="20" cy="20" r="5" fill="#f6d06a" stroke="#8f5a0a" stroke-width="1"/>`],
  c: [40, 46, `<path d="M14 28h12l2 8 5 3.5c1.6 1.2 1 4-1 4H8c-2 0-2.6-2.8-1-4L12 36z" fill="#e9b23a" stroke="#8f5a0a" stroke-width="1.3"/>
<path d="M5 5c0 14 4 25 15 25S35 19 35 5z" fill="#c8392b" stroke="#7d1a11" stroke-width="1.4"/>
<path d="M9 9c.6 8 2.6 14 6 17-1.6-5-2.4-11-2.4-17z" fill="#ee8a6d"/>
<path d="M6.6 14h26.8c-.5 2.6-1.2 4.5-2 6.2H8.6c-.8-1.7-1.5-3.6-2-6.2z" fill="#f2c552" stroke="#8f5a0a" stroke-width=".8"/>
<path d="M14 17.1h.1M20 17.1h.1M26 17.1h.1" stroke="#2d5a8c" stroke-width="3.6" stroke-linecap="round"/>
<ellipse cx="20" cy="5" rx="15" ry="3.4" fill="#7d1a11" stroke="#e9b23a" stroke-width="1.5"/>`],
  e: [24, 60, `<path d="M12 1l5 6.5V40H7V7.5z" fill="#d7e6f2" stroke="#1f4a86" stroke-width="1.3"/>
<path d="M12 2.6V40H7.6V7.8z" fill="#6f9dca"/><path d="M12 7v31" stroke="#1f4a86" stroke-width=".9"/>
<path d="M1.5 37c2.2 2 5 2.4 7.5 2.4h6c2.5 0 5.3-.4 7.5-2.4 1.2 3.4-.2 7-4.5 7H6c-4.3 0-5.7-3.6-4.5-7z" fill="#e9b23a" stroke="#8f5a0a" stroke-width="1.1"/>
<path d="M9 44h6v9.5H9z" fill="#b3362a" stroke="#7d1a11" stroke-width="1"/><path d="M9 46.2l6 2M9 49.4l6 2" stroke="#e9b23a" stroke-width="1.2"/>
<circle cx="12" cy="56" r="3.5" fill="#e9b23a" stroke="#8f5a0a" stroke-width="1.1"/>`],
  b: [22, 60, `<path d="M7.4 3.2C9 .6 14 .6 15.8 3.4c2 3 .6 5.5 1.8 9 1 3-.8 5-1.2 8.6-.7 6-1.2 12-2 19.5-.6 6-1 11-1.2 16.5-.2 2.4-4.4 2.4-4.6 0C8.2 50 7.2 43 6.3 36.5 5.5 30 5.6 25 4.7 19.5 4 16 5.4 14 5 11c-.4-3 .8-5.2 2.4-7.8z" fill="#a9763f" stroke="#5b3713" stroke-width="1.2"/>
<path d="M9.4 5c-1.8 5 .3 8-.6 12 .4 7 1.4 16 2.4 27" fill="none" stroke="#d6a468" stroke-width="1.8" stroke-linecap="round"/>
<path d="M15.4 13c4-.2 5.8-2.6 6-6.6-4 .2-6 2.4-6 6.6zM6.3 24C2.6 23.6.8 21.4.8 17.4c3.8.4 5.6 2.6 5.5 6.6zM14.7 36c3.6-.2 5.4-2.3 5.6-6-3.7.2-5.6 2.2-5.6 6z" fill="#4f9a45" stroke="#245c23" stroke-width=".9"/>
<ellipse cx="12.8" cy="24" rx="1.7" ry="2.4" fill="#5b3713"/><ellipse cx="10" cy="33.5" rx="1.3" ry="1.9" fill="#5b3713"/>`],
};

// Where the symbols of a number card stand: columns and rows from the middle, in halves of the field.
const SPOTS = {
  2: [[0, -1], [0, 1]],
  3: [[0, -1], [0, 0], [0, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  7: [[-1, -1], [1, -1], [0, -0.5], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
// Height of a symbol and its reach across and down; three rows unless the card has an entry of its own.
const ROUND = { 2: [40, 20, 31], 5: [33, 21, 38], 3: [31, 20, 39], 7: [28, 21, 42] };
const LONG = { 2: [58, 18, 31], 5: [52, 21, 34], 3: [42, 20, 43], 7: [42, 23, 43] };

export const code = (text) => text.replace(/[()]/g, "");

export function name(text, language = "pt-BR") {
  const words = NAMES[language] ?? NAMES.en;
  if (text === "(?)") return words.back;
  const bare = code(text);
  const spoken = `${bare.slice(0, -1)} ${words.of} ${SUITS[bare.slice(-1)]}`;
  return text === bare ? spoken : `${words.back} (${spoken})`;
}

export function card(text, { language = "pt-BR" } = {}) {
  if (text.startsWith("(")) return back({ language, label: name(text, language) });
  const suit = text.slice(-1), rank = Number(text.slice(0, -1));
  sprite();
  return svg(`${paper(suit)}${face(rank, suit)}${corner(rank, suit)}<g transform="rotate(180 50 78)">${corner(rank, suit)}</g>`, name(text, language));
}

export function back({ language = "pt-BR", label } = {}) {
  sprite();
  return svg(`<use href="#sp-back"/>`, label ?? NAMES[language]?.back ?? NAMES.en.back);
}

export function symbol(suit) {
  const [width, height, shapes] = SYMBOLS[suit];
  return svg(shapes, SUITS[suit], `0 0 ${width} ${height}`);
}

function face(rank, suit) {
  if (rank === 1) return ace(suit);
  if (rank > 9) return `<g transform="translate(-1 6) scale(.94)">${FIGURES[rank](suit)}</g>`;
  const sizes = suit === "e" || suit === "b" ? LONG : ROUND;
  const [height, across, down] = sizes[rank === 4 ? 2 : rank] ?? sizes[3];
  return SPOTS[rank].map(([x, y]) => put(suit, 50 + x * across, 78 + y * down, height)).join("");
}

function ace(suit) {
  const wreath = `<path d="M22 112c8 18 20 22 28 22s20-4 28-22" fill="none" stroke="${INK[suit]}" stroke-width="1.5"/>
<path d="M24 116c-6-1-9-5-9-10 6 0 9 4 9 10zM31 125c-6 1-10-2-12-7 6-1.5 10 1.5 12 7zM40 131c-5 3-10 1.5-13-3 5-3 10-2 13 3zM76 116c6-1 9-5 9-10-6 0-9 4-9 10zM69 125c6 1 10-2 12-7-6-1.5-10 1.5-12 7zM60 131c5 3 10 1.5 13-3-5-3-10-2-13 3z" fill="#4f8f49" stroke="#2c6a2f" stroke-width=".8"/>
<circle cx="50" cy="134" r="3.6" fill="${INK[suit]}"/>`;
  return wreath + put(suit, 50, 72, { o: 62, c: 72, e: 96, b: 96 }[suit]);
}

const put = (suit, x, y, height) => {
  const width = (height * SYMBOLS[suit][0]) / SYMBOLS[suit][1];
  return `<use href="#sp-${suit}" x="${(x - width / 2).toFixed(1)}" y="${(y - height / 2).toFixed(1)}" width="${width.toFixed(1)}" height="${height}"/>`;
};

const SKIN = 'fill="#f0c9a0" stroke="#6b4423" stroke-width=".9"';
const LINE = 'stroke="#3b2a1a" stroke-width="1"';

function head(x, y, beard) {
  return `<circle cx="${x}" cy="${y}" r="9" ${SKIN}/>
${beard ? `<path d="M${x - 9} ${y}c-.5 9 3 15 9 17 6-2 9.5-8 9-17-2 4-4 5-9 5s-7-1-9-5z" fill="#8a8378" ${LINE}/>` : `<path d="M${x - 2} ${y + 4.6}q2 1.8 4 0" fill="none" stroke="#8f2a17" stroke-width="1.2"/>`}
<path d="M${x - 3.4} ${y - 1.2}v.8M${x + 3.4} ${y - 1.2}v.8" stroke="#3b2a1a" stroke-width="2" stroke-linecap="round"/><path d="M${x - 5.5} ${y - 4.2}q2-1 4 0M${x + 1.5} ${y - 4.2}q2-1 4 0" fill="none" stroke="#6b4423" stroke-width=".9"/>
<path d="M${x} ${y - 1}v3.2" stroke="#b98a5c" stroke-width="1.2"/>`;
}

const FIGURES = {
  10(suit) { // sota: a page on foot, hat with a feather
    const [coat, trim, hose] = CLOTH[suit];
    return `<path d="M24 140h56" stroke="#b9a27a" stroke-width="1.5"/>
<path d="M47 106h9l1 28h7v5H49zM59 106h9l1 28h8v5H62z" fill="${hose}" ${LINE}/>
<path d="M49 131h8l7 3v5H49zM62 131h7.5l7.5 3v5H62z" fill="#4a2f1a" ${LINE}/>
<path d="M46 62c-4 12-7 28-7 46h38c0-18-3-34-7-46-5-4-19-4-24 0z" fill="${coat}" ${LINE}/>
<path d="M58 60v48M40 98h36.6" stroke="${trim}" stroke-width="3"/><path d="M43 84h31" stroke="#4a2f1a" stroke-width="3.4"/><path d="M55.5 81.5h5v5h-5z" fill="#f2c552" ${LINE}/>
<path d="M70 63c6 5 8 14 5 25l-6-2c1-7 0-12-3-16z" fill="${trim}" ${LINE}/><circle cx="72" cy="89" r="3.6" ${SKIN}/>
<path d="M48 62c-8 3-14 8-20 15l5 5c6-5 12-8 17-10z" fill="${trim}" ${LINE}/><circle cx="30" cy="79" r="3.8" ${SKIN}/>
<path d="M48 46c-1 5-1 9 1 13l4-3V44h10v12l4 3c2-4 2-8 1-13z" fill="#6b4423"/>${head(58, 49)}
<path d="M48 61q10 6 20 0l1 3.5q-11 6-22 0z" fill="#fff6e2" ${LINE}/>
<path d="M45 43c4-10 22-12 27-1-8-3-19-3-27 1z" fill="${coat}" ${LINE}/><path d="M43 43.5q15-6 31-.5l-1 3q-14-4-29 .5z" fill="${trim}" ${LINE}/>
<path d="M70 38c8-2 12-8 11-15-8 1-13 6-13 13z" fill="#fff6e2" ${LINE}/>${held(suit, 28, 58)}`;
  },
  11(suit) { // cavalo: a rider
    const [coat, trim, hose] = CLOTH[suit];
    return `<path d="M16 141h68" stroke="#b9a27a" stroke-width="1.5"/>
<path d="M80 98c7 4 8 16 4 30-1-9-3-14-7-18z" fill="#4a2f1a"/>
<path d="M37 112l-3 14 3 13h-7l-2-13 1-15zM48 114l4 12-1 13h-7l-1-12-4-12zM70 112l5 12-2 15h-7l0-14-5-11zM80 106l3 16-1 17h-6l-1-16-4-13z" fill="#e9dcc4" ${LINE}/>
<path d="M28 135.5h9.5v4.5h-9.5zM43.5 135.5h8v4.5h-8zM65.5 135.5h8v4.5h-8zM75.5 135.5h7v4.5h-7z" fill="#4a2f1a"/>
<path d="M30 118c-5-10-3-20-1-27l-8 5c-3 1-6-1-6-4l1-4 12-13 2-6 4 5c9 1 15 8 19 18 10-2 19-1 25 3 6 5 6 15 2 22-9 6-40 8-50 1z" fill="#f7efe0" ${LINE}/>
<path d="M33 72c7 3 12 9 14 20-6-3-11-8-13-14z" fill="#4a2f1a"/><circle cx="26" cy="82" r="1.4" fill="#3b2a1a"/>
<path d="M17 92l6-3M24 75l4 17" stroke="${hose}" stroke-width="1.8"/><path d="M27 90q14 8 28 1" fill="none" stroke="${hose}" stroke-width="1.6"/>
<path d="M44 92h33l2 18q-17 5-33 1z" fill="${trim}" ${LINE}/><path d="M46 106q16 4.5 32.5 0" fill="none" stroke="${hose}" stroke-width="2"/>
<path d="M55 88c-3 10-3 18 0 29l-6 5v4h12l1-10c0-8 2-14 5-20z" fill="${hose}" ${LINE}/><path d="M54.5 113l-6 8v5H62l.5-11z" fill="#4a2f1a" ${LINE}/>
<path d="M51 61c-3 10-4 20-3 33h26c1-13 0-23-3-33-5-4-15-4-20 0z" fill="${coat}" ${LINE}/><path d="M49 82h25" stroke="#4a2f1a" stroke-width="3"/><path d="M61 60v34" stroke="${trim}" stroke-width="2.6"/>
<path d="M71 62c6 6 7 15 0 24l-12 3-1-5 9-4c2-4 1-8-2-11z" fill="${trim}" ${LINE}/><circle cx="57.5" cy="87" r="3.2" ${SKIN}/>
<path d="M52 62c-6 0-12 2-18 6l3 6c6-3 11-3 15-3z" fill="${trim}" ${LINE}/><circle cx="34" cy="71" r="3.6" ${SKIN}/>
<path d="M51 43c-1 5-1 9 1 13l4-3V42h10v11l4 3c2-4 2-8 1-13z" fill="#6b4423"/>${head(61, 46)}
<path d="M51 58q10 6 20 0l1 3.5q-11 6-22 0z" fill="#fff6e2" ${LINE}/>
<path d="M47 40q14-5 29 0l-1 3.5q-13-4-27 0z" fill="${trim}" ${LINE}/><path d="M51 39c2-9 18-10 21 0q-10-3-21 0z" fill="${coat}" ${LINE}/>
${held(suit, 31, 50)}`;
  },
  12(suit) { // rei: crown, beard, a robe to the ground
    const [coat, trim, hose] = CLOTH[suit];
    return `<path d="M22 141h60" stroke="#b9a27a" stroke-width="1.5"/>
<path d="M44 60C34 82 30 112 30 140h54c0-28-6-58-14-80-7-5-19-5-26 0z" fill="${trim}" ${LINE}/>
<path d="M48 62c-4 24-5 52-5 78h29c0-26-2-54-6-78z" fill="${coat}" ${LINE}/>
<path d="M54.5 72h6v68h-6z" fill="#fff6e2" ${LINE}/><path d="M57.5 78v2M57.5 88v2M57.5 98v2M57.5 108v2M57.5 118v2M57.5 128v2" stroke="#3b2a1a" stroke-width="2" stroke-linecap="round"/>
<path d="M31 133q26 6 52.5 0v7.5H30z" fill="#fff6e2" ${LINE}/><path d="M37 137.5v.1M47 138.5v.1M67 138.5v.1M77 137.5v.1" stroke="#3b2a1a" stroke-width="2.4" stroke-linecap="round"/>
<path d="M44 100h28" stroke="${hose}" stroke-width="4"/>
<path d="M70 64c8 8 11 20 6 32l-14 4-1-6 9-4c1-7 0-12-4-17z" fill="${trim}" ${LINE}/><circle cx="61" cy="97" r="3.6" ${SKIN}/>
<path d="M46 64c-8 2-14 7-19 13l6 6c5-4 10-6 15-7z" fill="${trim}" ${LINE}/><path d="M26 78l3.5-3.5 6 6.5-3.5 3.5z" fill="#fff6e2" ${LINE}/><circle cx="28" cy="82" r="3.8" ${SKIN}/>
<path d="M44 61q13 10 27 0l2 6q-15 10-31 0z" fill="#fff6e2" ${LINE}/>
<path d="M48 47c-3 6-3 11 0 16h19c3-5 3-10 0-16z" fill="#8a8378"/>${head(57.5, 48, true)}
<path d="M47 42l-3-15 7.5 6 6-9 6 9 7.5-6-3 15z" fill="#f2c552" stroke="#8f5a0a" stroke-width="1.2"/><path d="M47 42.5h21" stroke="#8f5a0a" stroke-width="2.6"/>
<path d="M57.5 36v.1M51 37v.1M64 37v.1" stroke="${hose}" stroke-width="3.6" stroke-linecap="round"/>${held(suit, 27, 60)}`;
  },
};

// What a figure holds up in the hand: coins and cups upright, swords and clubs longer.
const held = (suit, x, y) => put(suit, x, suit === "e" || suit === "b" ? y - 1 : y, { o: 24, c: 28, e: 52, b: 52 }[suit]);

const corner = (rank, suit) =>
  `<text x="${rank > 9 ? 18.5 : 16}" y="${rank > 9 ? 23.5 : 25}" text-anchor="middle" font-family="Georgia,'Times New Roman',serif" font-size="${rank > 9 ? 15 : 18}" font-weight="700" fill="${INK[suit]}" stroke="#fdf8ea" stroke-width="3" paint-order="stroke">${rank}</text>`;

function paper(suit) {
  const left = 7.5, right = 92.5, gap = 5, count = BREAKS[suit];
  const cuts = Array.from({ length: count }, (_, at) => 50 + (at - (count - 1) / 2) * 13);
  const edges = [left + 5, ...cuts.flatMap((x) => [x - gap / 2, x + gap / 2]), right - 5];
  const dashes = (y) => edges.reduce((path, x, at) => path + (at % 2 ? `H${x}` : `M${x} ${y}`), "");
  return `<use href="#sp-paper"/><path d="${dashes(7.5)}${dashes(148.5)}M${left} 12.5V143.5M${right} 12.5V143.5M${left} 12.5q0-5 5-5M${right} 12.5q0-5-5-5M${left} 143.5q0 5 5 5M${right} 143.5q0 5-5 5" fill="none" stroke="${INK[suit]}" stroke-width="1.3"/>`;
}

function svg(inside, label, box = "0 0 100 156") {
  const frame = document.createElement("template");
  frame.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" role="img" class="card-art">${inside}</svg>`;
  const drawn = frame.content.firstElementChild;
  drawn.setAttribute("aria-label", label);
  return drawn;
}

// Symbols stand once in the page; cards point at them.
function sprite() {
  if (document.getElementById("spanish-deck")) return;
  const symbols = Object.entries(SYMBOLS).map(([suit, [w, h, shapes]]) => `<symbol id="sp-${suit}" viewBox="0 0 ${w} ${h}">${shapes}</symbol>`);
  const holder = svg(`<defs>${symbols.join("")}
<g id="sp-paper"><rect x=".8" y=".8" width="98.4" height="154.4" rx="8" fill="#fdf8ea" stroke="#b7a684" stroke-width="1.2"/></g>
<pattern id="sp-weave" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M0 0h12v12H0z" fill="#7c2a22"/><path d="M6 .8L11.2 6 6 11.2.8 6z" fill="#96382d" stroke="#d8a94b" stroke-width=".7"/><circle cx="6" cy="6" r="1.3" fill="#e9c46a"/><path d="M0 0h.1M12 0h.1M0 12h.1M12 12h.1" stroke="#d8a94b" stroke-width="2" stroke-linecap="round"/></pattern>
<g id="sp-back"><use href="#sp-paper"/><rect x="6" y="6" width="88" height="144" rx="5" fill="url(#sp-weave)" stroke="#5a1b15" stroke-width="1.5"/><circle cx="50" cy="78" r="20" fill="#fdf8ea" stroke="#5a1b15" stroke-width="1.5"/><circle cx="50" cy="78" r="16.5" fill="none" stroke="#d8a94b" stroke-width="1.2"/><path d="M41 68h13c6 0 8 8 2.5 9.5C63 79 61 88 54.5 88H41zm6 4v4.5h5c3 0 3-4.5 0-4.5zm0 7.8V84h6c3.5 0 3.5-4.2 0-4.2z" fill="#7c2a22"/></g></defs>`, "");
  holder.id = "spanish-deck";
  holder.setAttribute("aria-hidden", "true");
  holder.setAttribute("width", "0");
  holder.setAttribute("height", "0");
  holder.removeAttribute("role");
  holder.setAttribute("class", "sprite");
  document.body.append(holder);
}
