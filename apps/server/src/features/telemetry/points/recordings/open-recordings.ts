import { convertUnit, CUSTOM_POINT_BASE } from '@sunfleet/device-model';
import type { SampleBlock } from '../../../../platform/ingest.ts';
import { every } from '../../../../platform/jobs/every.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { OpenFleet } from '../../../fleet/index.ts';
import type { PointRegistry } from '../point-registry.ts';
import { readRecordings, type OrganisationRecordings } from './recordings.queries.ts';

/** Lets samples of custom points be stored as points of the catalogue, where an organisation said so. */
export interface Recordings {
  /**
   * Changes rows of a block that is about to be stored. Every way in leads through it: what gateways and imports name by key has its id
   * already, and only rows of custom points are looked at.
   */
  apply(block: SampleBlock): Promise<void>;
  stop(): Promise<void>;
}

/** How old the memory of this server can be at most, where an announcement was lost. */
const READ_EVERY_MS = 60_000;

type Parts = Pick<Platform, 'db' | 'bus' | 'log'>;

interface RecordingParts {
  /** Who owns a device. */
  fleet: Pick<OpenFleet, 'entry' | 'ensure'>;
  points: Pick<PointRegistry, 'keyOf'>;
}

/** Reads what is recorded otherwise, and again whenever any server announces a change of it. */
export async function openRecordings({ db, bus, log }: Parts, parts: RecordingParts): Promise<Recordings> {
  let organisations = await readRecordings(db);
  const reading = every(READ_EVERY_MS, async () => (organisations = await readRecordings(db)), {
    log,
    name: 'point recordings',
  });
  const end = bus.subscribe('recordingsChanged', async ({ organisationId }) => {
    try {
      const changed = await readRecordings(db, organisationId);
      const next = new Map(organisations);
      next.delete(organisationId);
      organisations = new Map([...next, ...changed]);
    } catch (error) {
      reading.wake();
      throw error;
    }
  });
  return {
    async apply(block) {
      if (organisations.size === 0 || !hasCustomRows(block)) return;
      // Samples do not wait for PostgreSQL: of a device that cannot be looked up they are stored as reported.
      await parts.fleet.ensure(strangersOf(block, parts.fleet)).catch(() => undefined);
      rewrite(block, parts, organisations);
    },
    async stop() {
      end();
      await reading.stop();
    },
  };
}

/** Most blocks have none: a loop over one column alone. */
function hasCustomRows({ length, points }: SampleBlock): boolean {
  for (let row = 0; row < length; row += 1) if (points[row]! >= CUSTOM_POINT_BASE) return true;
  return false;
}

/** Devices with custom points that this server has not heard of yet: an import has just added them. */
function strangersOf(
  { length, devices, points }: SampleBlock,
  fleet: Pick<OpenFleet, 'entry'>,
): readonly number[] {
  const strangers = new Set<number>();
  let last = -1;
  for (let row = 0; row < length; row += 1) {
    if (points[row]! < CUSTOM_POINT_BASE || devices[row] === last) continue;
    last = devices[row]!;
    if (!fleet.entry(last)) strangers.add(last);
  }
  return [...strangers];
}

function rewrite(
  { length, devices, points, values }: SampleBlock,
  { fleet, points: registry }: RecordingParts,
  organisations: ReadonlyMap<number, OrganisationRecordings>,
): void {
  let device = -1;
  let said: OrganisationRecordings | undefined;
  for (let row = 0; row < length; row += 1) {
    const point = points[row]!;
    if (point < CUSTOM_POINT_BASE) continue;
    if (devices[row] !== device) {
      device = devices[row]!;
      said = organisations.get(fleet.entry(device)?.organisationId ?? -1);
    }
    const ofKey = said?.get(registry.keyOf(point) ?? '');
    const recording = ofKey && (ofKey.ofDevice.get(device) ?? ofKey.ofAll);
    if (!recording) continue;
    points[row] = recording.point;
    values[row] = convertUnit(values[row]!, recording.conversion);
  }
}
