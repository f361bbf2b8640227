/**
 * Names that are found by a word of the server. Any word may be asked for, and the compiler makes sure that every language has
 * the same ones.
 */
export function names<Names extends Record<string | number, string>>(
  names: Names,
): Names & Record<string | number, string> {
  return names;
}
