// Glicko-2 as Mark Glickman describes it ("Example of the Glicko-2 system", 2013), for one player against rivals whose
// ratings stand still. A rating period is a week, as he advises ten matches and more a period.
const SCALE = 173.7178, TAU = 0.5, CLOSE = 1e-6, WEEK = 7 * 24 * 3600 * 1000;
const MONDAY = 4 * 24 * 3600 * 1000; // 1 January 1970 was a Thursday
export const START = { rating: 1500, rd: 350, vol: 0.06 };

const damp = (phi) => 1 / Math.sqrt(1 + (3 * phi * phi) / Math.PI ** 2);
const expected = (mu, other, phi) => 1 / (1 + Math.exp(-damp(phi) * (mu - other)));

// One period: games are {rating, rd, score}; a period without games only widens the deviation.
export function period({ rating, rd, vol }, games) {
  const mu = (rating - 1500) / SCALE, phi = rd / SCALE;
  if (!games.length) return { rating, rd: Math.min(START.rd, Math.hypot(phi, vol) * SCALE), vol };
  let inverse = 0, gain = 0;
  for (const game of games) {
    const other = (game.rating - 1500) / SCALE, deviation = game.rd / SCALE, wins = expected(mu, other, deviation);
    inverse += damp(deviation) ** 2 * wins * (1 - wins);
    gain += damp(deviation) * (game.score - wins);
  }
  const variance = 1 / inverse, sigma = volatility(phi, vol, variance, variance * gain);
  const before = phi * phi + sigma * sigma, after = 1 / Math.sqrt(1 / before + inverse);
  return { rating: 1500 + SCALE * (mu + after * after * gain), rd: Math.min(START.rd, SCALE * after), vol: sigma };
}

// Step 5 of the paper: the Illinois algorithm.
function volatility(phi, vol, variance, delta) {
  const a = Math.log(vol * vol), square = phi * phi;
  const f = (x) => (Math.exp(x) * (delta * delta - square - variance - Math.exp(x))) / (2 * (square + variance + Math.exp(x)) ** 2) - (x - a) / TAU ** 2;
  let low = a, high;
  if (delta * delta > square + variance) high = Math.log(delta * delta - square - variance);
  else for (let k = 1; high === undefined; k += 1) if (f(a - k * TAU) >= 0) high = a - k * TAU;
  let atLow = f(low), atHigh = f(high);
  for (let tries = 0; Math.abs(high - low) > CLOSE && tries < 100; tries += 1) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow), there = f(middle);
    if (there * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, there];
  }
  return Math.exp(low / 2);
}

const weekOf = (when) => Math.floor((when + WEEK - MONDAY) / WEEK);

// games: {when, rating, rd, score}. Returns where the player stands, how many games that is, and the way there.
export function rate(games, now = null) {
  let player = { ...START }, week = null;
  const way = [];
  const sorted = [...games].sort((a, b) => a.when - b.when);
  for (let at = 0; at < sorted.length; ) {
    const here = weekOf(sorted[at].when), until = sorted.findIndex((game, index) => index > at && weekOf(game.when) !== here);
    const those = sorted.slice(at, until < 0 ? undefined : until);
    player = idle(player, week === null ? 0 : here - week - 1);
    player = period(player, those);
    way.push({ when: those.at(-1).when, ...player });
    week = here;
    at += those.length;
  }
  if (now !== null && week !== null) player = idle(player, Math.max(0, weekOf(now) - week - 1));
  return { ...player, games: sorted.length, way };
}

function idle(player, weeks) {
  for (let n = 0; n < Math.min(weeks, 2000) && player.rd < START.rd; n += 1) player = period(player, []);
  return player;
}
