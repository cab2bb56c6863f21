import type { BenchServer } from './bench-server.ts';

/**
 * Milliseconds of each request until its whole answer is there, one after the other. Plain `fetch` instead of the API client: what
 * is measured is the server, without the reading of the answer.
 */
export async function timeRequests(
  { url }: BenchServer,
  token: string,
  paths: readonly string[],
): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const times: number[] = [];
  for (const path of paths) {
    const began = performance.now();
    const response = await fetch(`${url}/api${path}`, { headers });
    await response.arrayBuffer();
    times.push(performance.now() - began);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  }
  return times;
}
