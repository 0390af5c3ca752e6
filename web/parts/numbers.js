// Numbers as people read them. All digits have the same width (style.css).

const grouped = new Intl.NumberFormat('en');

export const count = (n) => grouped.format(n ?? 0);

// "1 fact", "1,204 facts"
export const counted = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

// A share or a probability in per cent. What is not certain never reads 100 % or 0 %.
export function percent(share) {
  if (share === null || share === undefined || Number.isNaN(share)) return '–';
  if (share >= 1) return '100 %';
  if (share <= 0) return '0 %';
  if (share > 0.999) return '> 99.9 %';
  if (share < 0.001) return '< 0.1 %';
  return `${(100 * share).toFixed(1)} %`;
}

export function decimal(value, digits = 3) {
  return value === null || value === undefined ? '–' : value.toFixed(digits);
}

export function signed(value, digits = 2) {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
}

// "59 s", "2 min 5 s"
export function duration(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

// What an answer is worth: its probability where the run has them, else its score.
export function worth(answer) {
  const isProbability = answer.probability !== undefined && answer.probability !== null;
  const value = isProbability ? answer.probability : answer.score;
  return {
    value,
    text: isProbability ? percent(value) : decimal(value),
    name: isProbability ? 'probability' : 'score',
  };
}
