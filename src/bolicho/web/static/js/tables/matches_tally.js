// The score as it is kept in the pampas: matches laid out, five to a square with its diagonal, first ruins, then boas.
const EACH = 5, SIDE = 22, GAP = 6;
// one stick each: left, top, right, bottom, diagonal
const STICKS = [[2, 21, 2, 3], [3, 2, 21, 2], [22, 3, 22, 21], [21, 22, 3, 22], [4, 20, 20, 4]];

export function tally(points, target) {
  const middle = Math.floor(target / 2), room = (count) => Math.ceil(count / EACH) * (SIDE + GAP);
  const width = room(middle) + room(target - middle) + 10;
  const ruins = sticks(Math.min(points, middle), 0), boas = sticks(Math.max(0, points - middle), room(middle) + 8);
  const parted = `<path d="M${room(middle) + 1} 1V25" class="half"/>`;
  const holder = document.createElement("template");
  holder.innerHTML = `<svg viewBox="-1 -1 ${width} 27" width="${width}" height="27" class="tally"
aria-hidden="true" focusable="false">${ruins}${parted}${boas}</svg>`;
  return holder.content.firstElementChild;
}

// How far somebody is: so many of the ruins, then of the boas.
export function half(points, target, t) {
  const middle = Math.floor(target / 2);
  return points <= middle ? t("truco.ruins", { n: points }) : t("truco.boas", { n: points - middle });
}

function sticks(count, left) {
  const stick = (_, at) => {
    const [x1, y1, x2, y2] = STICKS[at % EACH], shift = left + Math.floor(at / EACH) * (SIDE + GAP);
    const from = `${x1 + shift} ${y1}`, to = `${x2 + shift} ${y2}`;
    return `<path d="M${from}L${to}" class="stick"/><circle cx="${x2 + shift}" cy="${y2}" r="2.2" class="tip"/>`;
  };
  return Array.from({ length: count }, stick).join("");
}
