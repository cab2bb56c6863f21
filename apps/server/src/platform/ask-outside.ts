import type { Config } from '../config.ts';

/** How a service of somebody else is asked. */
export interface OutsideQuestion {
  url: string;
  patienceMs: number;
  mostBytes: number;
  headers: Readonly<Record<string, string>>;
  /** Absent: it is only asked, and nothing is done. */
  method?: 'POST';
}

/** A service answered, and not with what was asked for. */
export class RefusedOutside extends Error {
  override readonly name = 'RefusedOutside';
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/**
 * Asks a service that the settings name for JSON, and no other one: where it sends elsewhere, that is no answer. Throws where none comes in time
 * and within its bytes.
 */
export async function askOutside({
  url,
  patienceMs,
  mostBytes,
  headers,
  method,
}: OutsideQuestion): Promise<unknown> {
  const response = await fetch(url, {
    ...(method ? { method } : {}),
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new RefusedOutside(response.status);
  }
  return JSON.parse(await boundedText(response, mostBytes));
}

/** Public services refuse callers that do not say who they are. */
export const agentOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  ['Sunfleet', publicUrl && `(${publicUrl})`].filter(Boolean).join(' ');

/** Why a service did not answer, without the address that was asked: it may hold a key, and says what somebody typed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.name === 'TimeoutError' ? 'no answer in time' : error.message}${cause}`;
}

async function boundedText(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
