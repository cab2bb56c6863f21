import { type Call, parseJson, ROUTES } from '@sunfleet/api-client';
import type { Theme } from '@sunfleet/contract';

/** Theme entries of the page's own host (`''`), or of another one by its address. Rejects when there is no answer. */
export async function loadThemes(host: string, call: Call): Promise<readonly Theme[]> {
  if (host === '') return call('listThemes', {}, { quiet: true });
  const response = await fetch(`${host.replace(/\/$/, '')}/api${ROUTES.listThemes.path}`);
  const envelope = parseJson(await response.text()) as { code?: number; data?: readonly Theme[] };
  if (envelope.code !== 200 || !Array.isArray(envelope.data)) throw new Error('no themes');
  return envelope.data;
}
