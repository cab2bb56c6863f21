import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

type Work = () => void;

const waiting = new WeakMap<ServerResponse, Work[]>();

/**
 * Calls back when an answer has left or its reader is gone, also where that is so already. All who wait for the same answer share its listeners: Node
 * takes more than ten for a leak and writes a warning, and each of its own `finished` adds two.
 */
export function whenOver(response: ServerResponse, work: Work): void {
  const known = waiting.get(response);
  if (known) return void known.push(work);
  const all = [work];
  waiting.set(response, all);
  finished(response, () => {
    waiting.delete(response);
    for (const each of all) each();
  });
}
