import type { LinkError } from '@sunfleet/contract';
import type { LinkTrouble } from '../../platform/ingest.ts';

/** What goes wrong on one connection, gathered until it is written down. */
export interface Trouble {
  /** It is known who the logger is: nothing is written of a stranger. */
  open(loggerId: number): void;
  note(error: LinkError, refused?: number): void;
  /** Writes down what was gathered, as at the end of the connection. */
  flush(): void;
}

interface TroubleInput {
  now(): number;
  keep(loggerId: number, trouble: LinkTrouble): void;
}

/** Between two writes of one connection, however much goes wrong. */
const EVERY_MS = 60_000;

export function createTrouble({ now, keep }: TroubleInput): Trouble {
  let loggerId: number | undefined;
  let gathered: LinkTrouble | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const flush = (): void => {
    if (loggerId === undefined || !gathered) return;
    keep(loggerId, gathered);
    gathered = undefined;
    writtenAt = now();
  };
  return {
    open: (id) => void (loggerId = id),
    note(error, refused = 0) {
      if (loggerId === undefined) return;
      gathered = { error, at: now(), refused: (gathered?.refused ?? 0) + refused };
      if (now() - writtenAt >= EVERY_MS) flush();
    },
    flush,
  };
}
