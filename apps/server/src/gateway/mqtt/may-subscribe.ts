import { isDownFilter, parseTopic } from './topics.ts';

/** `#` and each name, below two codes. */
const MOST_SUBSCRIPTIONS = 8;
/** Length of the longest code of an organisation. */
const LONGEST_CODE = 32;

export interface Subscriber {
  sn: string;
  /** Filters that were granted to the connection. */
  filters: Set<string>;
}

/**
 * A device hears what is meant for it: the names below `down` of its own serial number. The code may be one that the device had before, so that it
 * still hears why it is refused and which secret is its new one.
 */
export function maySubscribe({ sn, filters }: Subscriber, filter: string): boolean {
  if (filters.has(filter)) return true;
  if (filters.size >= MOST_SUBSCRIPTIONS) return false;
  const parsed = parseTopic(filter);
  if (parsed?.sn !== sn || parsed.direction !== 'down') return false;
  if (parsed.organisation.length > LONGEST_CODE || !isDownFilter(parsed.name)) return false;
  filters.add(filter);
  return true;
}

/** Whether a connection listens to a topic. */
export function listensTo({ filters }: Pick<Subscriber, 'filters'>, topic: string): boolean {
  const told = parseTopic(topic);
  return [...filters].some((filter) => {
    const { organisation, name } = parseTopic(filter)!;
    return (
      (organisation === '+' || organisation === told?.organisation) &&
      (name === '#' || name === '+' || name === told?.name)
    );
  });
}
