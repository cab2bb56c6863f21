import type { OwnTexts } from '@sunfleet/contract';

/** The page does not wait longer for texts of the installation: those of the product are shown then. */
const PATIENCE_MS = 3000;

const asked = new Map<string, Promise<OwnTexts>>();

/** Texts that the installation has in place of those of the product; asked for once, and none where its server does not answer. */
export function ownTextsOf(language: string): Promise<OwnTexts> {
  const own = asked.get(language) ?? fetchOwnTexts(language).catch(() => ({}));
  asked.set(language, own);
  return own;
}

/** They are asked for again. */
export const forgetOwnTexts = (language: string): boolean => asked.delete(language);

async function fetchOwnTexts(language: string): Promise<OwnTexts> {
  const response = await fetch(`/api/own-texts/${language}`, {
    // What a server said within the last minute may be older than a change that was made here.
    cache: 'no-cache',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) return {};
  return ((await response.json()) as { data: OwnTexts }).data;
}
