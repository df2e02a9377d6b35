// QR codes of level M, bytes only, versions 1 to 10 (up to 213 bytes): ISO/IEC 18004. matrix(text) gives rows of true (dark).
const EC = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // codewords of correction a block, by version
const BLOCKS = [[], [16], [28], [44], [32, 32], [43, 43], [27, 27, 27, 27], [31, 31, 31, 31], [38, 38, 39, 39], [36, 36, 36, 37, 37], [43, 43, 43, 43, 44]];
const ALIGNED = [[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

// --- arithmetic of the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = ((product << 1) ^ ((product >> 7) * 0x11d)) ^ (((b >> bit) & 1) * a);
  return product;
}

// The codewords of correction of some data (Reed-Solomon).
export function correction(data, count) {
  const divisor = Array(count).fill(0);
  divisor[count - 1] = 1;
  for (let n = 0, root = 1; n < count; n += 1, root = times(root, 2)) for (let at = 0; at < count; at += 1) divisor[at] = times(divisor[at], root) ^ (divisor[at + 1] ?? 0);
  const rest = Array(count).fill(0);
  for (const one of data) {
    const factor = one ^ rest.shift();
    rest.push(0);
    divisor.forEach((part, at) => (rest[at] ^= times(part, factor)));
  }
  return rest;
}

function codewords(bytes) {
  const room = (version) => BLOCKS[version].reduce((sum, size) => sum + size, 0);
  const length = (version) => (version < 10 ? 8 : 16);
  const version = BLOCKS.findIndex((sizes, at) => at && 4 + length(at) + 8 * bytes.length <= 8 * room(at));
  if (version < 0) throw new RangeError("too long for a QR code of version 10");
  const bits = [];
  const push = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  push(4, 4);
  push(bytes.length, length(version));
  for (const one of bytes) push(one, 8);
  push(0, Math.min(4, 8 * room(version) - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(bits.slice(at, at + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  for (let pad = 0xec; data.length < room(version); pad ^= 0xec ^ 0x11) data.push(pad);
  let from = 0;
  const blocks = BLOCKS[version].map((size) => data.slice(from, (from += size))), checks = blocks.map((block) => correction(block, EC[version]));
  const turns = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) => lists.map((list) => list[at]).filter((one) => one !== undefined)).flat();
  return { version, words: [...turns(blocks), ...turns(checks)] };
}

export function matrix(text) {
  const { version, words } = codewords(new TextEncoder().encode(text)), size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => Array(size).fill(false)), fixed = dark.map((row) => row.slice());
  const set = (x, y, on) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y][x] = Boolean(on);
    fixed[y][x] = true;
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]])
    for (let dy = -4; dy <= 4; dy += 1) for (let dx = -4; dx <= 4; dx += 1) set(cx + dx, cy + dy, ![2, 4].includes(Math.max(Math.abs(dx), Math.abs(dy))));
  const places = ALIGNED[version], end = places.at(-1);
  for (const cx of places) for (const cy of places)
    if (!((cx === 6 && cy === 6) || (cx === 6 && cy === end) || (cx === end && cy === 6)))
      for (let dy = -2; dy <= 2; dy += 1) for (let dx = -2; dx <= 2; dx += 1) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  format(set, size, 0);
  if (version >= 7) named(set, size, version);
  lay(dark, fixed, words, size);
  let best = null, least = Infinity;
  for (let mask = 0; mask < 8; mask += 1) {
    const tried = dark.map((row, y) => row.map((on, x) => (fixed[y][x] ? on : on !== (MASKS[mask](x, y) === 0))));
    format((x, y, on) => (tried[y][x] = Boolean(on)), size, mask);
    const cost = penalty(tried);
    if (cost < least) [best, least] = [tried, cost];
  }
  return best;
}

function remainder(value, bits, divisor, length) {
  let rest = value;
  for (let n = 0; n < bits; n += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return (value << bits) | (rest & ((1 << bits) - 1) & ((1 << length) - 1));
}

function format(set, size, mask) {
  const bits = remainder(mask, 10, 0x537, 10) ^ 0x5412, bit = (n) => (bits >> n) & 1; // level M is 00
  for (let n = 0; n <= 5; n += 1) set(8, n, bit(n));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let n = 9; n < 15; n += 1) set(14 - n, 8, bit(n));
  for (let n = 0; n < 8; n += 1) set(size - 1 - n, 8, bit(n));
  for (let n = 8; n < 15; n += 1) set(8, size - 15 + n, bit(n));
  set(8, size - 8, true);
}

function named(set, size, version) {
  const bits = remainder(version, 12, 0x1f25, 12);
  for (let n = 0; n < 18; n += 1) {
    const a = size - 11 + (n % 3), b = Math.floor(n / 3), on = (bits >> n) & 1;
    set(a, b, on);
    set(b, a, on);
  }
}

// Codewords go up and down in columns two wide, from the right.
function lay(dark, fixed, words, size) {
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) for (const x of [right, right - 1]) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      if (fixed[y][x] || at >= 8 * words.length) continue;
      dark[y][x] = Boolean((words[at >> 3] >> (7 - (at & 7))) & 1);
      at += 1;
    }
  }
}

// What makes a pattern hard to read: long runs, blocks, false finders, more of one colour.
function penalty(rows) {
  const size = rows.length, columns = rows.map((_, x) => rows.map((row) => row[x]));
  let cost = 0, on = 0;
  for (const list of [...rows, ...columns]) {
    const text = list.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
    for (let from = 0; from + 11 <= size; from += 1) if (["10111010000", "00001011101"].includes(text.slice(from, from + 11))) cost += 40;
  }
  rows.forEach((row, y) => row.forEach((dark, x) => {
    on += Number(dark);
    if (x && y && dark === row[x - 1] && dark === rows[y - 1][x] && dark === rows[y - 1][x - 1]) cost += 3;
  }));
  return cost + 10 * Math.floor(Math.abs((20 * on) / (size * size) - 10));
}

// The code as a drawing, with the white edge that readers need.
export function qr(text, label) {
  const rows = matrix(text), size = rows.length + 8;
  const d = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join("");
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${d}" fill="#000"/></svg>`;
  const made = holder.content.firstElementChild;
  made.setAttribute("aria-label", label);
  return made;
}
