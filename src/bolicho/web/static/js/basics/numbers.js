// Numbers as core/numbers.py says them: what is rounded to zero has no sign, minus is a minus, per cent stands apart.
const signs = (text) => text.replace("-", "−");

export function fixed(value, language, digits = 0, { signed = false, grouped = true } = {}) {
  const said = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: grouped, signDisplay: signed ? "exceptZero" : "auto" };
  const zero = Math.abs(value) < 0.5 / 10 ** digits;
  return signs(new Intl.NumberFormat(language, said).format(zero ? 0 : value));
}

export function significant(value, language, digits = 3, signed = false) {
  return signs(new Intl.NumberFormat(language, { maximumSignificantDigits: digits, signDisplay: signed ? "exceptZero" : "auto" }).format(value));
}

export const percent = (value, language, digits = 0) => `${fixed(100 * value, language, digits)} %`;
