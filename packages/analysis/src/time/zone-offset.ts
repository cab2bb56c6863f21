/**
 * Offset of an IANA zone from UTC, looked up once per block of days and kept.
 * `Intl` costs microseconds a call; telemetry asks for every sample, so a block answers from memory.
 */

/** Shorter than any known pair of opposite changes (Morocco's Ramadan pause lasts about five weeks). */
const BLOCK_MS = 4 * 86_400_000;

interface Block {
  before: number;
  after: number;
  /** First instant with the offset `after`; the block's end when the offset does not change. */
  change: number;
}

interface ZoneCache {
  format: Intl.DateTimeFormat;
  blocks: Map<number, Block>;
  lastIndex: number;
  last: Block | undefined;
}

/** By the name as it was asked for. */
const zones = new Map<string, ZoneCache>();
/** The same by its letters: "europe/BERLIN" is one zone in however many spellings. */
const byLetters = new Map<string, ZoneCache>();
/** Spellings that are remembered; whoever writes more of them fills no memory. */
const SPELLINGS = 4096;

function cacheOf(zone: string): ZoneCache {
  const known = zones.get(zone);
  if (known) return known;
  const letters = zone.toLowerCase();
  const cache = byLetters.get(letters) ?? emptyCache(zone);
  byLetters.set(letters, cache);
  if (zones.size >= SPELLINGS) zones.clear();
  zones.set(zone, cache);
  return cache;
}

function emptyCache(zone: string): ZoneCache {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return { format, blocks: new Map(), lastIndex: NaN, last: undefined };
}

function offsetFromIntl(format: Intl.DateTimeFormat, time: number): number {
  const fields: Record<string, number> = {};
  for (const part of format.formatToParts(time)) fields[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

/** First instant in (from, to] whose offset is the one at `to`, by bisection to the second. */
function findChange(format: Intl.DateTimeFormat, from: number, to: number): number {
  const target = offsetFromIntl(format, to);
  let low = Math.floor(from / 1000);
  let high = Math.ceil(to / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetFromIntl(format, middle * 1000) === target) high = middle;
    else low = middle;
  }
  return high * 1000;
}

function buildBlock(format: Intl.DateTimeFormat, index: number): Block {
  const start = index * BLOCK_MS;
  const end = start + BLOCK_MS;
  const before = offsetFromIntl(format, start);
  const after = offsetFromIntl(format, end);
  return { before, after, change: before === after ? end : findChange(format, start, end) };
}

function blockAt(zone: string, time: number): Block {
  const cache = cacheOf(zone);
  const index = Math.floor(time / BLOCK_MS);
  if (cache.last && cache.lastIndex === index) return cache.last;
  let block = cache.blocks.get(index);
  if (!block) {
    block = buildBlock(cache.format, index);
    cache.blocks.set(index, block);
  }
  cache.last = block;
  cache.lastIndex = index;
  return block;
}

/**
 * Offset of local time from UTC, in milliseconds (positive east of Greenwich), at a UTC time in epoch
 * milliseconds. Throws RangeError for an unknown zone or a time that is not finite.
 */
export function zoneOffset(time: number, zone: string): number {
  const block = blockAt(zone, time);
  return time < block.change ? block.before : block.after;
}

/** The first offset change in (from, to], or null. Times in epoch milliseconds. */
export function nextOffsetChange(from: number, to: number, zone: string): number | null {
  for (let at = from; at <= to; at = (Math.floor(at / BLOCK_MS) + 1) * BLOCK_MS) {
    const block = blockAt(zone, at);
    if (block.before !== block.after && block.change > from && block.change <= to) return block.change;
  }
  return null;
}
