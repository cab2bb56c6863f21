/** Name of a column as spreadsheets count: A to Z, AA, AB. */
export function columnLetter(index: number): string {
  const rest = index % 26;
  const letter = String.fromCodePoint(65 + rest);
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter;
}
