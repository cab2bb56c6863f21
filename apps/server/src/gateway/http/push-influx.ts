import type { RouteRequest, routes } from '@sunfleet/contract';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { KeyOrganisation, OpenBlock } from '../../platform/ingest.ts';
import type { BodySender } from './body/body-intake.ts';
import type { HttpGatewayParts } from './http-parts.ts';
import { BatchTarget } from './batch-target.ts';
import {
  MOST_ERRORS,
  parseInSlices,
  parseLines,
  type LineBatch,
  type LineError,
} from './line-protocol/parse-lines.ts';
import { createSampleColumns } from '../../platform/sample-columns.ts';
import { withinPatience } from './patience.ts';

/** First SNs, then their points: each may need a try of its own. */
const MOST_TRIES = 4;
/** So much is read in one go, which takes some milliseconds. A larger batch is read in slices. */
const AT_ONCE_BYTES = 256 * 1024;
/** Larger batches take turns among themselves, so that the usual ones do not wait for seconds. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** Rows of columns that are kept for the next batch. */
const LARGEST_SPARE = 524_288;

export interface InfluxPush {
  organisation: KeyOrganisation;
  /** Text as bytes, unpacked. */
  bytes: Buffer;
  precision: RouteRequest<(typeof routes)['pushInflux']>['query']['precision'];
  /** Whether the sender hung up. */
  isGone: () => boolean;
}

/** The organisation an agent writes for, by its ingest key. */
export async function admitAgent(
  { directory }: HttpGatewayParts,
  { ip }: Pick<FastifyRequest, 'ip'>,
  bearer: string,
): Promise<{ who: KeyOrganisation; sender: BodySender }> {
  if (bearer === '') throw new AppError('wrongIngestKey');
  const who = await directory.organisationOfKey(bearer, ip);
  return { who, sender: { organisationCode: who.code } };
}

/**
 * Stores a batch of line protocol. Either every line of it is stored when this resolves, or none: a batch with a wrong line
 * is refused as a whole with the AppError of the first wrong line, whose fields name all of them.
 */
export async function pushInflux(
  parts: HttpGatewayParts,
  context: RequestContext,
  { organisation, bytes, precision, isGone }: InfluxPush,
): Promise<void> {
  const { ingest, counters, platform, slices } = parts;
  const room = ingest.room();
  if (room) await withinPatience(room, platform.config.storePatienceMs);
  const batch = { bytes, precision, now: platform.clock.now() };
  for (let attempt = 1; attempt <= MOST_TRIES && !isGone(); attempt += 1) {
    const target = new BatchTarget(parts, organisation);
    const { lines, errors, stored } = await parse(parts, batch, target);
    if (stored) {
      await withinPatience(stored, platform.config.storePatienceMs);
      await slices.turn(() => organisation.code);
      await target.describe(isGone);
      counters.lines += lines;
      counters.skippedFields += target.skipped;
      target.announce(batch.now);
      return;
    }
    const wrong = errors.concat(await target.settle()).slice(0, MOST_ERRORS);
    if (wrong.length > 0) throw refused(parts, context, wrong);
  }
  if (!isGone()) throw new AppError('internal');
}

interface Parsed {
  lines: number;
  errors: LineError[];
  /** Where the batch can be stored as it is. */
  stored?: Promise<void>;
}

async function parse(parts: HttpGatewayParts, batch: LineBatch, target: BatchTarget): Promise<Parsed> {
  const { ingest, batches, largeBatches } = parts;
  const { length } = batch.bytes;
  if (length <= AT_ONCE_BYTES) return parseInto(ingest.open(), batch, target);
  const turns = length > LARGE_BYTES ? largeBatches : batches;
  return turns.take(target.organisationCode, () => parseSliced(parts, batch, target));
}

/** Reads a batch into columns of its own, so that others have their turn meanwhile. */
async function parseSliced(parts: HttpGatewayParts, batch: LineBatch, target: BatchTarget): Promise<Parsed> {
  const { ingest, platform, slices, spares } = parts;
  const columns = spares.pop() ?? createSampleColumns();
  try {
    const breathe = () => slices.turn(() => target.organisationCode);
    const { lines, errors } = await parseInSlices(batch, target, columns, breathe);
    if (errors.length > 0 || target.waited) return { lines, errors };
    const room = ingest.room();
    if (room) await withinPatience(room, platform.config.storePatienceMs);
    if (columns.length === 0) return { lines, errors, stored: Promise.resolve() };
    const block = ingest.open();
    block.append(columns);
    return { lines, errors, stored: block.commit() };
  } finally {
    columns.truncate(0);
    if (columns.capacity <= LARGEST_SPARE) spares.push(columns);
  }
}

/** Reads a batch into the block that others fill as well. Where it cannot be stored as it is, the block is left as it was. */
function parseInto(block: OpenBlock, batch: LineBatch, target: BatchTarget): Parsed {
  const before = block.length;
  try {
    const { lines, errors } = parseLines(batch, target, block);
    // Lines of texts alone bring no sample, and an empty block is never stored.
    if (errors.length === 0 && !target.waited)
      return { lines, errors, stored: block.length > before ? block.commit() : Promise.resolve() };
    block.truncate(before);
    return { lines, errors };
  } catch (error) {
    block.truncate(before);
    throw error;
  }
}

/** One error for the batch: the first wrong line in its text, all of them as fields. */
function refused(
  { platform, counters }: HttpGatewayParts,
  { language }: RequestContext,
  errors: readonly LineError[],
): AppError {
  counters.refused += errors.length;
  const [first] = errors;
  const fields = errors.map(({ line, error }) => ({
    path: `line ${line}`,
    message: platform.text(language, `errors.${error.key}`, { line, column: 1, ...error.values }),
  }));
  return new AppError(first!.error.key, { line: first!.line, column: 1, ...first!.error.values }, fields);
}
