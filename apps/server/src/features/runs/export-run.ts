import type { Readable } from 'node:stream';
import { LIMITS, type RunDevice } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import type { ReadPart } from '../../platform/http/send-file.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Cell } from '../../platform/tables/cell.ts';
import { tableFile } from '../../platform/tables/table-file.ts';
import { zoneClock } from '../../platform/tables/zone-clock.ts';
import { requireZone } from '../stations/index.ts';
import { listRunDevices } from './list-run-devices.ts';
import { requireRun } from './run-scope.ts';

const AT_ONCE = 200;
const COLUMNS = [
  'sn',
  'name',
  'state',
  'attempt',
  'startedAt',
  'endedAt',
  'failure',
  'detail',
  'steps',
] as const;

interface Wish {
  id: number;
  timeZone: string;
  readPart: ReadPart;
}

/** What became of each device of a run, written while it is read, by what its person may see then. Throws AppError: runNotFound, invalidInput (zone). */
export async function exportRun(
  { db, text }: Pick<Platform, 'db' | 'text'>,
  { actor, language }: RequestContext,
  { id, timeZone, readPart }: Wish,
): Promise<Readable> {
  await requireRun(db, actor, id);
  const clock = zoneClock(await requireZone(db, { language, text }, timeZone));
  const t = (key: string) => text(language, `runs.${key}`);
  async function* parts(): AsyncGenerator<Cell[][]> {
    for (let page = 1; page <= LIMITS.devicesPerRun / AT_ONCE; page += 1) {
      const { rows } = await readPart(({ actor: now }) =>
        listRunDevices({ db }, now, id, { page, pageSize: AT_ONCE }),
      );
      yield rows.map((row) => cellsOf(row, t));
      if (rows.length < AT_ONCE) return;
    }
  }
  const titles = COLUMNS.map((key) => t(`file.${key}`));
  return tableFile({ format: 'csv', title: '', titles, clock, parts: parts() });
}

function cellsOf(
  { device, state, attempt, startedAt, endedAt, failure, detail, steps }: RunDevice,
  t: (key: string) => string,
): Cell[] {
  const at = (time: number | null): Cell => (time === null ? null : { at: time });
  const done = steps.map(({ key, state: became, before, after, answer, failure: why }) =>
    [
      key,
      answer ?? (after === null ? null : `${before ?? ''} > ${after}`),
      t(`stepState.${became}`),
      why && t(`failure.${why}`),
    ]
      .filter(Boolean)
      .join(' '),
  );
  return [
    device.sn,
    device.name,
    t(`deviceState.${state}`),
    attempt,
    at(startedAt),
    at(endedAt),
    failure && t(`failure.${failure}`),
    detail,
    done.join('; '),
  ];
}
