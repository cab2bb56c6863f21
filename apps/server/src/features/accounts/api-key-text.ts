import { mintToken } from '../../platform/tokens.ts';

/** How an API key begins, so that the server tells it from a session's token and secret scanners find it. */
export const API_KEY_START = 'sfa_';

export function mintApiKey(): string {
  return `${API_KEY_START}${mintToken()}`;
}
