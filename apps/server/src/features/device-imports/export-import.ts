import type { Readable } from 'node:stream';
import type { DeviceImportRow, Language } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { ReadPart } from '../../platform/http/send-file.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import type { Cell } from '../../platform/tables/cell.ts';
import { tableFile } from '../../platform/tables/table-file.ts';
import { readDeviceScope } from '../scope/index.ts';
import { headingIn } from './device-columns.ts';
import { getImport } from './import-view.ts';
import { sealedFor } from './row-parts.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'text'>;

/** No times stand in these files. */
const clock = () => '';

/** Rows that are read at a time. */
const AT_ONCE = 500;

interface Wish {
  id: number;
  format: 'csv' | 'xlsx';
  readPart: ReadPart;
}

/** What became of each row of a table, in its order, read while it is sent. Throws AppError `deviceImportNotFound`. */
export async function exportResult(
  { db, text }: Parts,
  { actor, language }: RequestContext,
  { id, format, readPart }: Wish,
): Promise<Readable> {
  await getImport(db, actor, id);
  const word = (key: string) => text(language, `devices.${key}`);
  const kindOf = (kind: DeviceImportRow['kind']) => kind && word(`kind.${kind}`);
  async function* parts(): AsyncGenerator<Cell[][]> {
    for (let after = 0; ;) {
      const since = after;
      const rows = await readPart(async ({ actor: now }) => {
        await getImport(db, now, id);
        return readRows(db, id, since);
      });
      yield rows.map(({ row, sn, station, kind, state, message }): Cell[] => [
        row,
        sn,
        station,
        kindOf(kind),
        word(`import.state.${state}`),
        message,
      ]);
      if (rows.length < AT_ONCE) return;
      after = rows.at(-1)!.row;
    }
  }
  return tableFile({
    format,
    title: word('import.title'),
    titles: [
      word('import.row'),
      ...headings(text, language, ['sn', 'station', 'kind']),
      word('serials.outcome'),
      word('import.message'),
    ],
    clock,
    parts: parts(),
  });
}

const readRows = (db: Db, importId: number, after: number) =>
  db
    .selectFrom('deviceImportRows')
    .select(['row', 'sn', 'station', 'kind', 'state', 'message'])
    .where('importId', '=', importId)
    .where('row', '>', after)
    .orderBy('row')
    .limit(AT_ONCE)
    .execute();

/**
 * Secrets of the devices that were added, for whoever had them added and could still add them: those of a device that went elsewhere since are not told, nor
 * any to somebody who left. Throws AppError `deviceImportNotFound`.
 */
export async function exportSecrets(
  { db, config, text }: Parts,
  context: RequestContext,
  id: number,
): Promise<Readable> {
  const { actor, language } = context;
  const { fileName } = await getImport(db, actor, id);
  const inScope = await readDeviceScope(db, actor, 'devices.create');
  const rows = await db
    .selectFrom('deviceImportRows as one')
    .select(['one.row', 'one.sn', 'one.station', 'one.secret'])
    .where('one.importId', '=', id)
    .where('one.secret', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('devices')
          .select('devices.id')
          .whereRef('devices.id', '=', 'one.deviceId')
          .whereRef('devices.sn', '=', 'one.sn')
          .where(inScope),
      ),
    )
    .orderBy('one.row')
    .execute();
  const box = createSecretBox(config);
  const lines: Cell[][] = [];
  for (const { row, sn, station, secret } of rows)
    lines.push([sn, station, await box.open(secret!, sealedFor('secret', id, row))]);
  await db.transaction().execute((trx) =>
    writeAudit(trx, context, {
      action: 'devices.readSecrets',
      objectType: 'deviceImport',
      objectId: id,
      after: { fileName, devices: lines.length },
    }),
  );
  return tableFile({
    format: 'csv',
    title: '',
    titles: [...headings(text, language, ['sn', 'station']), text(language, 'devices.secret.title')],
    clock,
    parts: [lines],
  });
}

const headings = (text: Parts['text'], language: Language, columns: readonly ('sn' | 'station' | 'kind')[]) =>
  columns.map((column) => headingIn(text, language, column));
