// An outside agent of Bolicho in plain JavaScript: Node 18 or later, no packages, HTTP long polling only.
//
//   node agent.mjs http://localhost:8000 TABLE SEAT.CODE        sit down with an invitation, play the match to its end
//   node agent.mjs http://localhost:8000 truco sound            open a table against an agent of the house
//
// The invitation is what stands behind #invite= in the link that a table gives. Everything used here is in the
// OpenAPI document (/api/docs); what a view holds is in docs/web/index.md.

const [server, where, how] = process.argv.slice(2);
if (!how) {
  console.error("usage: node agent.mjs SERVER TABLE SEAT.CODE | SERVER GAME AGENT");
  process.exit(2);
}

const NAME = "agent.mjs";
const RANKS = "4 5 6 7 10 11 12 1 2 3".split(" "); // of Truco, the weakest first; two sevens and two aces beat them all
const ABOVE = ["7o", "7e", "1b", "1e"];

/** Who decides: any function of the view that returns one of `view.moves`. This one plays its weakest card that wins. */
function choose(view) {
  const moves = view.moves.map((one) => one.move);
  if (view.game !== "truco") return moves[Math.floor(Math.random() * moves.length)];
  const hand = view.state.hand;
  const good = hand.filter((card) => strength(card) >= RANKS.indexOf("2")).length;
  if (moves.includes("quero")) return good > 0 ? "quero" : "nao-quero";
  if (good > 1 && moves.includes("truco")) return "truco";
  const cards = moves.filter((move) => hand.includes(move)).sort((a, b) => strength(a) - strength(b));
  const theirs = view.state.played[1 - view.seat].at(-1);
  const answered = view.state.played[view.seat].length === view.state.played[1 - view.seat].length;
  const beats = answered ? undefined : cards.find((card) => strength(card) > strength(theirs));
  return beats ?? cards[0] ?? moves[0];
}

function strength(card) {
  const special = ABOVE.indexOf(card);
  return special < 0 ? RANKS.indexOf(card.slice(0, -1)) : RANKS.length + special;
}

async function ask(path, { token, body } = {}) {
  const headers = { "Content-Type": "application/json", "Accept-Language": "en" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(server + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  if (answer.status === 204) return null; // a long poll in which nothing happened
  if (answer.status === 429) return new Promise((go) => setTimeout(go, 500)).then(() => ask(path, { token, body })); // too fast
  const told = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(told.error.message), told.error);
  return told;
}

async function sitDown() {
  const invited = how.match(/^\d+\.([\w-]+)$/); // SEAT.CODE
  if (invited) return { table: where, ...(await ask(`/api/tables/${where}/join`, { body: { invite: invited[1], name: NAME } })) };
  const { seats } = await ask(`/api/games/${where}`);
  const others = Array(seats - 1).fill({ kind: "agent", agent: how });
  return ask("/api/tables", { body: { game: where, seats: [{ kind: "me", name: NAME }, ...others] } });
}

async function play() {
  const { table, token } = await sitDown();
  const path = `/api/tables/${table}`;
  let view = await ask(path, { token });
  while (!view.record) { // there is one when the match is over and saved
    if (view.moves.length) {
      try {
        view = await ask(`${path}/moves`, { token, body: { ply: view.ply, move: choose(view) } });
        continue;
      } catch (error) {
        if (error.code !== "stale-ply") throw error; // somebody was quicker (a stand-in, say): look again
      }
    }
    view = (await ask(`${path}?after=${view.version}&wait=20`, { token })) ?? view;
  }
  const { seat, scores, record, result } = view;
  return { table, seat, winner: result.winner, scores, record };
}

try {
  console.log(JSON.stringify(await play()));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
