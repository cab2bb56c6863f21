import type { Readable } from 'node:stream';
import type { DeviceImportRow, Language } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
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

/** What became of each row of a table, in its order. Throws AppError `deviceImportNotFound`. */
export async function exportResult(
  { db, text }: Parts,
  { actor, language }: RequestContext,
  { id, format }: { id: number; format: 'csv' | 'xlsx' },
): Promise<Readable> {
  await getImport(db, actor, id);
  const rows = await db
    .selectFrom('deviceImportRows')
    .select(['row', 'sn', 'station', 'kind', 'state', 'message'])
    .where('importId', '=', id)
    .orderBy('row')
    .execute();
  const word = (key: string) => text(language, `devices.${key}`);
  const kindOf = (kind: DeviceImportRow['kind']) => kind && word(`kind.${kind}`);
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
    parts: [
      rows.map(({ row, sn, station, kind, state, message }): Cell[] => [
        row,
        sn,
        station,
        kindOf(kind),
        word(`import.state.${state}`),
        message,
      ]),
    ],
  });
}

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
