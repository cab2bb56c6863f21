import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TestPlatform } from '../harness.ts';
import type { makeDevice, makeStation } from '../makers.ts';
import { mintDispute } from './mint-dispute.ts';

const unique = () => randomBytes(6).toString('hex');

/** Whoever sees the station sees it, so that it says nothing that is secret. */
async function mintStationFile({ db, files }: TestPlatform, stationId: number): Promise<number> {
  const file = `stations/${unique()}.pdf`;
  const bytes = await files.write(file, Readable.from([Buffer.from('%PDF-1.4')]));
  const { id } = await db
    .insertInto('stationFiles')
    .values({ stationId, kind: 'document', name: 'plan.pdf', type: 'application/pdf', bytes, file })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** As of files: whoever sees the station sees it. */
async function mintEnergyCorrection({ db, clock }: TestPlatform, stationId: number): Promise<number> {
  const { id } = await db
    .insertInto('energyCorrections')
    .values({
      stationId,
      kind: 'total',
      kwh: 1,
      inTotal: true,
      reason: 'Walk',
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** As of files: whoever sees the station sees it. */
async function mintStationNote({ db, clock }: TestPlatform, stationId: number): Promise<number> {
  const { id } = await db
    .insertInto('stationNotes')
    .values({
      stationId,
      fromDay: '2026-06-01',
      toDay: '2026-06-01',
      text: 'Walk',
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An alarm of a device that stands, and a shield of another code. */
async function mintAlarm(
  { db, clock }: TestPlatform,
  { id: deviceId, stationId }: { id: number; stationId: number | null },
): Promise<{ alarm: number; alarmShield: number }> {
  const now = new Date(clock.now());
  const alarm = await db
    .insertInto('alarms')
    .values({
      stationId,
      deviceId,
      type: 'deviceFault',
      code: 'WALK',
      level: 'general',
      textKey: 'faults.platform.code',
      beganAt: now,
      lastSeenAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const shield = await db
    .insertInto('alarmShields')
    .values({
      stationId: stationId!,
      code: 'WALKED',
      textKey: 'faults.platform.code',
      level: 'general',
      reason: 'Walk',
      // One that never ends asks its reviewer for more.
      until: new Date(clock.now() + 86_400_000),
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { alarm: alarm.id, alarmShield: shield.id };
}

async function mintImport(
  { db }: TestPlatform,
  { text, ...of }: { stationId: number; userId: number; text: string },
): Promise<number> {
  const { id } = await db
    .insertInto('imports')
    .values({
      ...of,
      fileName: `${text}.csv`,
      fileId: text,
      mapping: JSON.stringify({}),
      onError: 'refuse',
      state: 'done',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What is about a station and its device. */
export async function mintOfStation(
  platform: TestPlatform,
  of: {
    station: Awaited<ReturnType<typeof makeStation>>;
    device: Awaited<ReturnType<typeof makeDevice>>;
    userId: number;
    text: string;
  },
) {
  const { station, device, userId, text } = of;
  return {
    import: await mintImport(platform, { stationId: station.id, userId, text }),
    stationFile: await mintStationFile(platform, station.id),
    energyCorrection: await mintEnergyCorrection(platform, station.id),
    ...(await mintAlarm(platform, device)),
    stationNote: await mintStationNote(platform, station.id),
    dispute: await mintDispute(platform, { device, station, claimantId: userId, text }),
  };
}
