import { mintToken } from '../../platform/tokens.ts';

/** How an API key begins, so that it is told from a session's token and found by secret scanners. */
export const API_KEY_START = 'sfa_';

export function mintApiKey(): string {
  return `${API_KEY_START}${mintToken()}`;
}
