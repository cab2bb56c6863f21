/** The first node for the region of one of the browser's languages: named in the tag (`de-AT`), else where most speak it (`de`). */
export function suggestNode<N extends { countries: readonly string[] }>(
  nodes: readonly N[],
  languages: readonly string[],
): N | undefined {
  for (const region of [...languages.map(namedRegion), ...languages.map(likelyRegion)]) {
    const node = region && nodes.find(({ countries }) => countries.includes(region));
    if (node) return node;
  }
  return undefined;
}

const namedRegion = (tag: string): string | undefined => locale(tag)?.region;
const likelyRegion = (tag: string): string | undefined => locale(tag)?.maximize().region;

function locale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
