/** A position text that tells the number of its next move, so that a game that begins there goes on counting. */
export function numbered(setup: string, number: number): string {
  const [position, ...options] = setup.split(";");
  const fields = position.trim().split(/\s+/);
  // One with six fields tells it already.
  if (number === 1 || fields.length !== 5) return setup;
  return [[...fields, number].join(" "), ...options].join(";");
}
