/** A text as ClickHouse reads it in a statement, for places that take no parameters. */
export function sqlText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
