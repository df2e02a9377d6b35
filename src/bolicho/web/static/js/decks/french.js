// The French deck, drawn by code: 52 cards and a back, as SVG elements of 100 x 140.
//   card("Qh", {language: "en"})  <svg role="img" aria-label="queen of hearts">; without a language hidden from screen readers
//   back(), suit("s")             the back; one suit sign (both only pictures)
//   name("Qh", "pt-BR")           "Dama de copas"; suitName("h", "en") "hearts"

import { picture } from "./picture.js";

/* Suit signs in a box from -10 to 10. */
export const SUITS = {
  s: "M0-10C3-5 9-1.500 9 3.200C9 6.200 6.800 8 4.600 8C3 8 1.800 7.300 1 6.200C1.200 8 2 9.300 3.400 10H-3.400C-2 9.300-1.200 8-1 6.200C-1.800 7.300-3 8-4.600 8C-6.800 8-9 6.200-9 3.200C-9-1.500-3-5 0-10Z",
  h: "M0 9.500C-3 5-9.300 1.600-9.300-4.200C-9.300-7.400-7.200-9.300-4.800-9.300C-2.500-9.300-.8-7.900 0-5.900C.8-7.900 2.500-9.300 4.800-9.300C7.200-9.300 9.300-7.400 9.300-4.200C9.300 1.600 3 5 0 9.500Z",
  d: "M0-10C1.800-6.200 4.800-2.800 7.800 0C4.800 2.800 1.800 6.200 0 10C-1.800 6.200-4.800 2.800-7.800 0C-4.800-2.800-1.800-6.200 0-10Z",
  c: "M0-9.600C2.700-9.600 4.500-7.600 4.500-5.200C4.500-3.700 3.800-2.500 2.800-1.600C3.500-1.900 4.300-2.100 5-2.100C7.500-2.100 9.500-.2 9.500 2.400C9.500 5 7.500 6.900 5.100 6.900C3.400 6.900 1.900 6 1 4.700C1.100 7.200 2 9.100 3.600 10H-3.600C-2 9.100-1.100 7.200-1 4.700C-1.900 6-3.400 6.900-5.100 6.900C-7.500 6.900-9.500 5-9.500 2.400C-9.500-.2-7.500-2.100-5-2.100C-4.300-2.100-3.500-1.900-2.800-1.600C-3.800-2.500-4.500-3.700-4.500-5.200C-4.500-7.600-2.700-9.600 0-9.600Z",
};

const INK = { s: "#1c2733", c: "#1c2733", h: "#b3201f", d: "#b3201f" };

/* The colours of a court: robe, second cloth, hair. */
const CLOTH = {
  s: ["#27436b", "#a8322a", "#5b4630"],
  h: ["#b03028", "#27436b", "#c98a3c"],
  d: ["#c05a1d", "#2f5d50", "#8a5a2b"],
  c: ["#2f5d45", "#a8322a", "#3a2c20"],
};
const GOLD = "#e3ab33";
const LINE = "#2b2018";
const SKIN = "#f6dfc2";

const NAMES = {
  "pt-BR": { of: "de", s: "espadas", h: "copas", d: "ouros", c: "paus", A: "Ás", K: "Rei", Q: "Dama", J: "Valete", T: "10" },
  en: { of: "of", s: "spades", h: "hearts", d: "diamonds", c: "clubs", A: "ace", K: "king", Q: "queen", J: "jack", T: "10" },
};

/* Where the pips stand: column and row (of the upper half; rows below the middle are turned). */
const LEFT = 33, MID = 50, RIGHT = 67;
const ROWS = { top: 25, second: 55, middle: 70, high: 40, upper: 47.5 };
const both = (y) => [[LEFT, y], [RIGHT, y]];
const PIPS = {
  2: [[MID, ROWS.top]],
  3: [[MID, ROWS.top], [MID, ROWS.middle]],
  4: both(ROWS.top),
  5: [...both(ROWS.top), [MID, ROWS.middle]],
  6: [...both(ROWS.top), ...both(ROWS.middle)],
  7: [...both(ROWS.top), ...both(ROWS.middle), [MID, ROWS.upper, "once"]],
  8: [...both(ROWS.top), ...both(ROWS.middle), [MID, ROWS.upper]],
  9: [...both(ROWS.top), ...both(ROWS.second), [MID, ROWS.middle]],
  T: [...both(ROWS.top), ...both(ROWS.second), [MID, ROWS.high]],
};

/** Name a card. */
export function name(code, language) {
  const words = NAMES[language] ?? NAMES.en;
  return `${words[code[0]] ?? code[0]} ${words.of} ${words[code[1]]}`;
}

/** Name a suit. */
export const suitName = (suit, language) => (NAMES[language] ?? NAMES.en)[suit];

/** Draw a card. */
export function card(code, { language } = {}) {
  const [rank, suit] = code;
  const middle = rank === "A" ? ace(suit) : "KQJ".includes(rank) ? court(rank, suit) : pips(rank, suit);
  const inside = `${PAPER}<g class="card-middle">${middle}</g>${corner(rank, suit)}${turned(corner(rank, suit))}`;
  return picture(`card french suit-${suit}`, inside, language && name(code, language));
}

/** Draw the back of a card. */
export const back = () => picture("card french back", BACK);

/** Draw one suit sign, in its own colour or that of the text. */
export function suit(sign, own = true) {
  const svg = picture(`suit suit-${sign}`, `<path d="${SUITS[sign]}" fill="${own ? INK[sign] : "currentColor"}"/>`);
  svg.setAttribute("viewBox", "-11 -11 22 22");
  return svg;
}

const PAPER = '<rect x=".6" y=".6" width="98.800" height="138.800" rx="8" fill="#fffaee" stroke="#b7a88a" stroke-width="1.200"/>';
const turned = (inside) => `<g transform="rotate(180 50 70)">${inside}</g>`;
const sign = (suit, x, y, size, more = "") =>
  `<path d="${SUITS[suit]}" fill="${INK[suit]}" transform="translate(${x} ${y}) ${more}scale(${size / 20})"/>`;

function corner(rank, suit) {
  const ten = rank === "T" ? ' textLength="18" lengthAdjust="spacingAndGlyphs"' : "";
  return `<g class="card-corner"><text x="13" y="24" font-family="Georgia,'DejaVu Serif','Liberation Serif',serif" font-size="23" font-weight="700" text-anchor="middle" fill="${INK[suit]}"${ten}>${rank === "T" ? "10" : rank}</text>`
    + sign(suit, 13, 36.5, 15) + "</g>";
}

function pips(rank, suit) {
  return PIPS[rank].map(([x, y, once]) => {
    const upper = sign(suit, x, y, 18);
    return y === ROWS.middle || once ? upper : upper + sign(suit, x, 140 - y, 18, "rotate(180) ");
  }).join("");
}

function ace(suit) {
  const rays = suit === "s"
    ? `<circle cx="50" cy="70" r="32" fill="none" stroke="${GOLD}" stroke-width="1.600" stroke-dasharray="1 3.190" stroke-linecap="round"/><circle cx="50" cy="70" r="29.500" fill="none" stroke="${INK.s}" stroke-width=".7"/>`
    : "";
  const eye = suit === "s" ? `<path d="${SUITS.s}" fill="none" stroke="#fffaee" stroke-width=".8" transform="translate(50 70) scale(1.450)"/>` : "";
  return rays + sign(suit, 50, 70, suit === "s" ? 40 : 42) + eye;
}

/* ── courts: one half drawn above the belt, the other is the same turned ─────────────────────────────────────────── */

function court(rank, suit) {
  const [robe, cloth, hair] = CLOTH[suit];
  const half = FIGURES[rank](robe, cloth, hair, suit) + sign(suit, 33, 23, 12.5);
  return `<rect x="24" y="11" width="52" height="118" rx="3" fill="#fdf1d6" stroke="${INK[suit]}" stroke-width="1"/>`
    + `<g stroke-linejoin="round" stroke-linecap="round">${half}${turned(half)}</g>`
    + `<path d="M24 74L76 66" stroke="${LINE}" stroke-width="4.600"/><path d="M24 74L76 66" stroke="${GOLD}" stroke-width="3"/><path d="M24 74L76 66" stroke="${robe}" stroke-width="1.200" stroke-dasharray=".1 3.500" stroke-linecap="round"/>`;
}

const shape = (d, fill, width = 0.9) => `<path d="${d}" fill="${fill}" stroke="${LINE}" stroke-width="${width}"/>`;
const stroke = (d, colour, width) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
const dots = (colour, size, ...places) => places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${size}" fill="${colour}"/>`).join("");

/* Shoulders down to the slanting belt (from 24,74 to 76,66), a panel down the front, trimmings. */
function body(robe, cloth) {
  return shape("M24.500 73.500V59Q27 50 40 48.500H60Q73 50 75.500 59V66Z", robe)
    + shape("M43 48H57L60 68.500L41 71.300Z", cloth)
    + stroke("M43 48L41 71.300M57 48L60 68.500", GOLD, 1.7)
    + stroke("M33 51.500L30.500 73M67 51.500L69.500 67", GOLD, 1.1)
    + dots(GOLD, 1.25, [50, 55.5], [50, 60.5], [50, 65.5])
    + dots("#fdf1d6", 0.9, [28, 60], [28, 66], [36.5, 57], [36, 64], [63.8, 57], [64.8, 63], [72.5, 59], [72.5, 64]);
}

function face(low = 44) {
  return shape(`M42.500 31V38Q42.500 ${low} 50 ${low + 1}Q57.500 ${low} 57.500 38V31Z`, SKIN)
    + dots(LINE, 0.95, [46.6, 35.4], [53.4, 35.4])
    + stroke("M44.900 33.400Q46.500 32.400 48 33.300M52 33.300Q53.500 32.400 55.100 33.400M50 35.500L49.300 38.600H50.600", LINE, 0.7);
}

const FIGURES = {
  K: (robe, cloth, hair) => body(robe, cloth)
    + shape("M41.500 29Q36.500 34 38.500 44Q40 48 43.500 46.500L44 31ZM58.500 29Q63.500 34 61.500 44Q60 48 56.500 46.500L56 31Z", hair)
    + face()
    + shape("M42.500 37.500Q43 48 50 54Q57 48 57.500 37.500Q56 40.500 53 39.900Q50 39.100 47 39.900Q44 40.500 42.500 37.500Z", hair)
    + stroke("M48.200 42.300Q50 43.300 51.800 42.300", "#a03a30", 1.1)
    + stroke("M47 46L48.300 50M50 46V52M53 46L51.700 50", LINE, 0.5)
    + shape("M40.500 30L38 17.500L44.500 22.500L50 14.500L55.500 22.500L62 17.500L59.500 30Q50 27.600 40.500 30Z", GOLD)
    + dots(cloth, 1.3, [45, 25.8], [50, 25.2], [55, 25.8]) + dots(GOLD, 1.5, [38, 17], [50, 14], [62, 17])
    + shape("M69.300 15L71 20V52H67.600V20Z", "#dfe4e6", 0.7) + stroke("M64.500 52H74", GOLD, 2.4) + stroke("M69.300 53V58", LINE, 2.2)
    + shape("M66 57.500Q69.500 55.500 72.500 57.500V61.500Q69 63 66 61.500Z", SKIN, 0.7),
  Q: (robe, cloth, hair) => shape("M41 27Q34.500 34 36.500 47Q37 53 42.500 54H57.500Q63 53 63.500 47Q65.500 34 59 27Z", hair)
    + body(robe, cloth)
    + shape("M41 48.500Q50 60 59 48.500L56 46H44Z", "#fdf1d6", 0.7)
    + face(43.2)
    + stroke("M48.300 40.800Q50 42.400 51.700 40.800Q50 40.300 48.300 40.800Z", "#b0322c", 1)
    + dots("#e9a58f", 1.3, [45, 38.6], [55, 38.6])
    + shape("M42.300 33Q44 28.500 50 28Q56 28.500 57.700 33Q60 29 58.500 26H41.500Q40 29 42.300 33Z", hair, 0.7)
    + shape("M41 27L39.500 19.500L44 22.500L46.500 17L50 21.500L53.500 17L56 22.500L60.500 19.500L59 27Q50 24.600 41 27Z", GOLD)
    + dots(cloth, 1.1, [46, 24.2], [50, 23.8], [54, 24.2]) + dots("#fdf1d6", 1.2, [39.5, 19], [46.5, 16.6], [53.5, 16.6], [60.5, 19])
    + dots(GOLD, 0.9, [44.5, 47.6], [47.8, 49.8], [52.2, 49.8], [55.5, 47.6])
    + stroke("M68 58Q69.500 48 68.500 40", "#3f6b3a", 1.5) + shape("M68.800 49Q73 46 73.500 50Q71 52 68.800 49Z", "#5c8a4c", 0.5)
    + [0, 72, 144, 216, 288].map((turn) => `<ellipse cx="68.300" cy="31.900" rx="2.600" ry="3.500" fill="${cloth}" stroke="${LINE}" stroke-width=".5" transform="rotate(${turn} 68.300 35.500)"/>`).join("")
    + dots(GOLD, 1.9, [68.3, 35.5])
    + shape("M65 57Q68.500 55 71.500 57V61Q68 62.500 65 61Z", SKIN, 0.7),
  J: (robe, cloth, hair) => body(robe, cloth)
    + shape("M41.800 29Q37.500 36 40 45.500Q43 47.500 44.500 44L43.500 31ZM58.200 29Q62.500 36 60 45.500Q57 47.500 55.500 44L56.500 31Z", hair)
    + shape("M40 50Q45 46.500 50 49Q55 46.500 60 50Q55 54.500 50 51.500Q45 54.500 40 50Z", "#fdf1d6", 0.7)
    + face(43.6)
    + stroke("M47.800 41Q50 42.300 52.200 41", "#a03a30", 1.1)
    + stroke("M46.500 39.300Q48.500 38.700 50 39.400Q51.500 38.700 53.500 39.300", hair, 0.9)
    + shape("M39.500 30Q37.500 19.500 48 18.500Q61.500 17.500 61.500 27L60.500 30Q50 26.500 39.500 30Z", cloth)
    + stroke("M39.500 29.500Q50 26 60.500 29.500", GOLD, 2)
    + shape("M58 22Q62 12.500 72.500 14.500Q70 23 60 25.500Z", "#fdf1d6", 0.7) + stroke("M59 24Q63 17.500 71 15.300", LINE, 0.5)
    + stroke("M69.500 62V27", "#8a5a2b", 2) + shape("M69.500 24L72.500 31Q69.500 33.500 66.500 31Z", "#dfe4e6", 0.7)
    + shape("M66.500 54Q70 52 73 54V58Q69.500 59.500 66.500 58Z", SKIN, 0.7),
};

/* The back: a lattice with a mate gourd's round in the middle. */
const BACK = PAPER
  + '<rect x="6" y="6" width="88" height="128" rx="5" fill="#7d2a22"/>'
  + `<path d="${lattice()}" stroke="#c98f5a" stroke-width=".8" fill="none" opacity=".75"/>`
  + '<rect x="10" y="10" width="80" height="120" rx="3" fill="none" stroke="#f0d9a8" stroke-width="1.500"/>'
  + '<circle cx="50" cy="70" r="19" fill="#7d2a22" stroke="#f0d9a8" stroke-width="1.500"/><circle cx="50" cy="70" r="15.500" fill="none" stroke="#f0d9a8" stroke-width=".7"/>'
  + '<path d="M50 58L53 67L62 70L53 73L50 82L47 73L38 70L47 67Z" fill="#f0d9a8"/><circle cx="50" cy="70" r="2.600" fill="#7d2a22"/>';

function lattice() {
  let path = "";
  for (let at = -120; at <= 80; at += 10) {
    const rise = (x) => [10 + x, 10 + x - at].join(" ");
    const from = Math.max(0, at), to = Math.min(80, 120 + at);
    if (from < to) path += `M${rise(from)}L${rise(to)}M${90 - from} ${10 + from - at}L${90 - to} ${10 + to - at}`;
  }
  return path;
}
