// How figures are told: the middle, the ninety-fifth of a hundred, and whether a budget is kept.

/** Budgets that were not kept. */
export const missed = [];

const sortedOf = (values) => [...values].sort((a, b) => a - b);

/** The value below which this share of all values lies. */
export function part(values, share) {
  const sorted = sortedOf(values);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Tells times in milliseconds. The budget is for 95 of 100. */
export function tell(what, times, budget) {
  const [middle, most] = [part(times, 0.5), part(times, 0.95)];
  const figures = `median ${middle.toFixed(1)} ms, 95 % ${most.toFixed(1)} ms, n ${times.length}`;
  say(what, figures, budget === undefined ? undefined : most <= budget, `${budget} ms`);
}

/** Tells one figure. */
export function say(what, figures, isKept, budget) {
  const verdict = isKept === undefined ? "    " : isKept ? "ok  " : "MISS";
  const limit = isKept === undefined ? "" : ` (budget ${budget})`;
  console.log(`${verdict} ${what}: ${figures}${limit}`);
  if (isKept === false) missed.push(what);
}
