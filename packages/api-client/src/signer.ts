/** A request that needs a signature. */
interface Unsigned {
  method: string;
  /** Address as it is fetched, with or without a host. */
  url: string;
  body: string;
}

/** Signs requests with the key of the present session. */
export interface Signer {
  /** Headers of the signature; undefined where no key could be had. */
  headers: (request: Unsigned, session: string) => Promise<Record<string, string> | undefined>;
  /** The server does not know the key any more: the next signature asks for another. */
  forget: () => void;
}

/** Keeps one key a session, asked for by `fetchKey` when something is first signed. */
export function createSigner(fetchKey: () => Promise<string | undefined>): Signer {
  let known: { session: string; key: Promise<string | undefined> } | undefined;
  const keyOf = (session: string): Promise<string | undefined> => {
    if (known?.session !== session) known = { session, key: fetchKey() };
    return known.key;
  };
  return {
    headers: async ({ method, url, body }, session) => {
      const asked = keyOf(session);
      asked.catch(() => (known = undefined));
      const [key, { signRequest }] = await Promise.all([asked, import('./sign-request.ts')]);
      if (key === undefined) {
        known = undefined;
        return undefined;
      }
      const { pathname, search } = new URL(url, 'http://here');
      const time = String(Date.now());
      const nonce = makeNonce();
      return {
        'x-sunfleet-time': time,
        'x-sunfleet-nonce': nonce,
        'x-sunfleet-signature': signRequest(key, { method, path: pathname + search, body, time, nonce }),
      };
    },
    forget: () => {
      known = undefined;
    },
  };
}

function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
