import { routes, type RouteInput, type RouteName, type RouteOutput } from '@sunfleet/contract';

type Input<N extends RouteName> = RouteInput<(typeof routes)[N]>;

export interface Api {
  /** Rejects with an `Error` whose message is the server's, in its own words. */
  call<N extends RouteName>(name: N, input: Input<N>): Promise<RouteOutput<(typeof routes)[N]>>;
  upload(file: Blob, fileName: string): Promise<RouteOutput<(typeof routes)['previewImport']>>;
}

interface Envelope {
  code: number;
  msg: string;
  data: unknown;
  fields?: { path: string; message: string }[];
}

/** Calls of a running server by the names of the contract. */
export function createApi(baseUrl: string, token: string, language: string): Api {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
  const send = async (url: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(url, init).catch((error: unknown) => {
      throw new Error(`${baseUrl} cannot be reached.`, { cause: error });
    });
    const envelope = (await response.json().catch(() => undefined)) as Envelope | undefined;
    if (!envelope) throw new Error(`${baseUrl} answered ${response.status} without words.`);
    if (envelope.code !== 200) {
      const fields = envelope.fields?.map(({ path, message }) => `\n  ${path}: ${message}`) ?? [];
      throw new Error(envelope.msg + fields.join(''));
    }
    return envelope.data;
  };
  return {
    async call<N extends RouteName>(name: N, input: Input<N>) {
      const { method, path } = routes[name];
      const { params, query, body } = input as { params?: object; query?: object; body?: object };
      const filled = path.replaceAll(/:(\w+)/g, (_, key: string) =>
        encodeURIComponent(String(valueOf(params, key))),
      );
      const search = new URLSearchParams(
        Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
      );
      const json = body
        ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : { headers };
      return (await send(`${baseUrl}/api${filled}?${search}`, { method, ...json })) as RouteOutput<
        (typeof routes)[N]
      >;
    },
    async upload(file, fileName) {
      const form = new FormData();
      form.append('file', file, fileName);
      const { method, path } = routes.previewImport;
      return (await send(`${baseUrl}/api${path}`, { method, headers, body: form })) as Awaited<
        ReturnType<Api['upload']>
      >;
    },
  };
}

function valueOf(params: object | undefined, key: string): unknown {
  return Object.entries(params ?? {}).find(([name]) => name === key)?.[1];
}
