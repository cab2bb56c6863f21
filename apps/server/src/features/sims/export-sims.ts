import type { Readable } from 'node:stream';
import { type Language, LIMITS, type RouteRequest, type routes, type SimRow } from '@sunfleet/contract';
import { brokenRule } from '../../platform/broken-rule.ts';
import type { ReadPart } from '../../platform/http/send-file.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Cell } from '../../platform/tables/cell.ts';
import { tableFile } from '../../platform/tables/table-file.ts';
import { zoneClock } from '../../platform/tables/zone-clock.ts';
import { knownZone } from '../stations/index.ts';
import { eachSim } from './list-sims.ts';

type Query = RouteRequest<(typeof routes)['exportSims']>['query'];

/** The cards under filters as a file, read while it is sent by what its person may see then. Throws AppError `invalidInput` for a zone that is none. */
export async function exportSims(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  { language }: { language: Language },
  { query: { format, timeZone, ...query }, readPart }: { query: Query; readPart: ReadPart },
): Promise<Readable> {
  const zone = await knownZone(platform.db, timeZone);
  if (zone === undefined)
    throw brokenRule({ language, text: platform.text }, 'query.timeZone', 'timeZoneInvalid');
  const word = (key: string) => platform.text(language, `sims.${key}`);
  const columns = columnsOf(word);
  async function* parts(): AsyncGenerator<Cell[][]> {
    for await (const rows of eachSim(platform, readPart, { ...query, most: LIMITS.exportRows }))
      yield rows.map((row) => columns.map(([, cell]) => cell(row)));
  }
  return tableFile({
    format,
    title: word('title'),
    titles: columns.map(([title]) => title),
    clock: zoneClock(zone),
    parts: parts(),
  });
}

type Column = readonly [title: string, cell: (row: SimRow) => Cell];

const day = (text: string | null): Cell => (text === null ? null : { day: text });
const moment = (at: number | null): Cell => (at === null ? null : { at });

const columnsOf = (word: (key: string) => string): readonly Column[] => [
  [word('column.iccid'), ({ iccid }) => iccid],
  [word('column.msisdn'), ({ msisdn }) => msisdn],
  [word('column.operator'), ({ operator }) => operator],
  [word('column.plan'), ({ plan }) => plan],
  [word('column.status'), ({ status }) => word(`status.${status}`)],
  [word('column.usedMb'), ({ usedMb }) => usedMb],
  [word('column.volumeMb'), ({ volumeMb }) => volumeMb],
  [
    word('column.remainingMb'),
    ({ usedMb, volumeMb }) => (usedMb === null || volumeMb === null ? null : Math.max(0, volumeMb - usedMb)),
  ],
  [word('column.cycleEnd'), ({ cycleEnd }) => day(cycleEnd)],
  [word('column.expiresOn'), ({ expiresOn }) => day(expiresOn)],
  [word('column.daysLeft'), ({ daysLeft }) => daysLeft],
  [word('column.autoRenew'), ({ autoRenew }) => word(autoRenew ? 'yes' : 'no')],
  [word('column.imei'), ({ imei }) => imei],
  [word('column.collectorSn'), ({ device }) => device?.sn ?? null],
  [word('column.station'), ({ station }) => station?.name ?? null],
  [word('column.lastSeenAt'), ({ device }) => moment(device?.lastSeenAt ?? null)],
  [word('column.organisation'), ({ organisation }) => organisation.name],
  [word('column.alerts'), ({ alerts }) => alerts.map((alert) => word(`alert.${alert}`)).join(', ') || null],
  [word('column.remark'), ({ remark }) => remark],
];
