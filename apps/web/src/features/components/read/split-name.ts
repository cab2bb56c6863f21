/** `Maker: Model`, or the first word as the maker, as tables of components name them in one column. */
export function splitName(name: string): { manufacturer: string; model: string } {
  const at = name.includes(':') ? name.indexOf(':') : name.indexOf(' ');
  if (at <= 0) return { manufacturer: '', model: name };
  return { manufacturer: name.slice(0, at).trim(), model: name.slice(at + 1).trim() };
}
