import type { BenchServer } from '../bench-server.ts';

export const PASSWORD = 'bench-admin-password';

/** Calls of one signed-in person. */
export interface Api {
  bearer: string;
  get<Data>(path: string): Promise<Data>;
  /** Milliseconds of each call until its whole answer is there. */
  time(paths: readonly string[]): Promise<number[]>;
}

export async function signIn({ ports }: BenchServer): Promise<Api> {
  const base = `http://127.0.0.1:${ports.http}/api`;
  const answer = await fetch(`${base}/ups/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'admin@sunfleet.local', password: PASSWORD }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  const headers = { authorization: `Bearer ${data.token}` };
  const get = async <Data>(path: string): Promise<Data> => {
    const body = (await (await fetch(base + path, { headers })).json()) as {
      code: number;
      msg: string;
      data: Data;
    };
    if (body.code !== 200) throw new Error(`${path}: ${body.msg}`);
    return body.data;
  };
  return {
    bearer: data.token,
    get,
    async time(paths) {
      const times: number[] = [];
      for (const path of paths) {
        const began = performance.now();
        const response = await fetch(base + path, { headers });
        await response.arrayBuffer();
        times.push(performance.now() - began);
        if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      }
      return times;
    },
  };
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
