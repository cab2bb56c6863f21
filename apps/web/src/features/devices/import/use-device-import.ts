import { CallError } from '@sunfleet/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { failureText } from '../../../lib/call/failure-text.ts';
import type { TableDevice } from './read-devices.ts';

/** What became of a row. */
export interface ImportedRow {
  deviceId: number | null;
  secret: string;
  /** Why it was refused, or what was refused after it was added. */
  message: string;
}

/** Adds devices of a table one after the other, each by itself: what is refused keeps no other one out. */
export function useDeviceImport() {
  const call = useCallFunction();
  const client = useQueryClient();
  const { t } = useTranslation('devices');
  const { t: common } = useTranslation('common');
  const [results, setResults] = useState<ReadonlyMap<TableDevice, ImportedRow>>(new Map());
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const left = useRef(false);
  const stations = new Map<string, Promise<number | undefined>>();

  /** The one station of this name; undefined: none, or several. */
  const stationOf = (name: string) => {
    const key = name.toLowerCase();
    const find = async () => {
      const { rows } = await call('listStations', { query: { q: name, pageSize: 50 } }, { quiet: true });
      const same = rows.filter((row) => row.name.toLowerCase() === key);
      return same.length === 1 ? same[0]!.id : undefined;
    };
    const found = stations.get(key) ?? find();
    stations.set(key, found);
    return found;
  };

  const addOne = async ({ station, device, later }: TableDevice): Promise<ImportedRow> => {
    const refused = (message: string): ImportedRow => ({ deviceId: null, secret: '', message });
    try {
      const id = await stationOf(station);
      if (id === undefined) return refused(t('import.noStation', { name: station }));
      const added = await call('addDevice', { params: { id }, body: device }, { quiet: true });
      const { id: deviceId, version } = added.device;
      const message =
        Object.keys(later).length === 0
          ? ''
          : await call(
              'editDevice',
              { params: { id: deviceId }, body: { ...later, version } },
              { quiet: true },
            ).then(
              () => '',
              (error: unknown) => failureText(error, common),
            );
      return { deviceId, secret: added.secret, message };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return refused(error.fields[0]?.message ?? failureText(error, common));
    }
  };

  const add = async (rows: readonly TableDevice[]) => {
    const got = new Map(results);
    for (const [done, row] of rows.entries()) {
      if (left.current) break;
      setProgress({ done, total: rows.length });
      got.set(row, await addOne(row));
      setResults(new Map(got));
    }
    setProgress(undefined);
    for (const route of ['listDevices', 'getStation', 'listStations'])
      void client.invalidateQueries({ queryKey: [route] });
  };
  /** Adds no more of them. */
  const stop = () => {
    left.current = true;
  };
  return { results, progress, add, stop, reset: () => setResults(new Map()) };
}
