import { createBreath } from '../../platform/breath.ts';

/**
 * What is about each producer. Walks each list once: an alarm of a logger is about all that are behind it, thousands where it has so many, and each of
 * them looked for in each list would keep a server from everybody for minutes.
 */
export async function byProducer<T extends { producers: Iterable<number> }>(
  about: readonly T[],
): Promise<ReadonlyMap<number, readonly T[]>> {
  const found = new Map<number, T[]>();
  const breathe = createBreath();
  for (const one of about) {
    await breathe();
    for (const producer of one.producers) {
      const own = found.get(producer);
      if (own) own.push(one);
      else found.set(producer, [one]);
    }
  }
  return found;
}
