import { AppError } from '../../platform/errors.ts';
import { GroupCount } from '../../platform/group-count.ts';

/** Open streams of one person with all API keys, or of one network of visitors: a visible tab keeps one. */
const MOST_EACH = 50;
/**
 * Devices and stations that all streams of one person name together: a page names what it shows. What a device tells is handed to each stream that names it,
 * and what each of them names is held.
 */
const MOST_NAMED_EACH = 10_000;
const MOST_IN_ALL = 20_000;

/** Counts open streams, so that one session cannot open any number of them. */
export interface StreamLimits {
  /** Counts one more, which names so many devices and stations, and answers the function that ends it. Throws AppError `tooManyRequests`. */
  enter(person: string, named?: number): () => void;
}

export function createStreamLimits({
  each = MOST_EACH,
  namedEach = MOST_NAMED_EACH,
  inAll = MOST_IN_ALL,
} = {}): StreamLimits {
  const open = new GroupCount<string>();
  const names = new GroupCount<string>();
  let total = 0;
  return {
    enter(person, named = 0) {
      const isFull = open.of(person) >= each || names.of(person) + named > namedEach;
      if (isFull || total >= inAll) throw new AppError('tooManyRequests');
      open.change(person, 1);
      names.change(person, named);
      total += 1;
      let over = false;
      return () => {
        if (over) return;
        over = true;
        total -= 1;
        open.change(person, -1);
        names.change(person, -named);
      };
    },
  };
}
