// The arithmetic of 95 % intervals for what a browser alone knows: whose matches these are is told to no server.
// As in core/intervals.py; a test compares both.
export const Z = 1.959963984540054;

// Wilson's interval for a share.
export function wilson(wins, n) {
  if (!n) return null;
  const share = (Z * Z) / n, value = wins / n, middle = value + share / 2, margin = Z * Math.sqrt((value * (1 - value)) / n + share / (4 * n));
  return { value, low: Math.max(0, (middle - margin) / (1 + share)), high: Math.min(1, (middle + margin) / (1 + share)) };
}

// The ends of what has been measured with a deviation, and the deviation of what has these ends.
export const ends = (value, deviation) => ({ low: value - Z * deviation, high: value + Z * deviation });
export const deviation = ({ low, high }) => (high - low) / (2 * Z);
