import { FALLBACK_LANGUAGE, type Language } from '@sunfleet/contract';
import { loadDomain, textDomains } from '@sunfleet/i18n';

/** Texts of messages are of templates that are checked with their values; they stay as they are. */
const KEPT: ReadonlySet<string> = new Set(['messages']);

/** Texts that the product came with, by `domain:path.of.key`. */
export async function productTexts(language: Language): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const domains = (await textDomains(FALLBACK_LANGUAGE)).filter((domain) => !KEPT.has(domain));
  const loaded = await Promise.all(
    domains.map(async (domain) => [domain, await loadDomain(language, domain)] as const),
  );
  const collect = (node: object, path: string) => {
    for (const [name, value] of Object.entries(node) as [string, unknown][]) {
      if (typeof value === 'string') texts.set(path + name, value);
      else if (typeof value === 'object' && value !== null) collect(value, `${path}${name}.`);
    }
  };
  for (const [domain, node] of loaded) collect(node, `${domain}:`);
  return texts;
}
