import { CallError } from '@sunfleet/api-client';
import {
  type AddedDevice,
  type CheckedSerial,
  type DeviceKind,
  LIMITS,
  type MeterRole,
  splitSerials,
} from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { useAction } from '../../../lib/call/use-action.ts';
import { useDraft } from '../../../lib/draft.ts';
import { isAddable, serialRows } from './serial-rows.ts';

/** What all numbers of a list have in common. */
export interface SerialsKind {
  kind: DeviceKind;
  meterRole: MeterRole;
  /** Serial number of the logger that they hang on; empty: they report by themselves. */
  parentSn: string;
}

/** Many serial numbers: typed, checked in one call, added a few at a time, so that what broke off is continued where it was. */
export function useSerials(stationId: number, kind: DeviceKind, known?: readonly string[]) {
  const call = useCallFunction();
  const client = useQueryClient();
  const [text, keepText, forget] = useDraft(
    known ? `serials.${stationId}.${known.join(',')}` : `serials.${stationId}`,
    known?.join('\n') ?? '',
  );
  const [common, setCommon] = useState<SerialsKind>({ kind, meterRole: 'grid', parentSn: '' });
  const [claimCodes, setClaimCodes] = useState<ReadonlyMap<string, string>>(new Map());
  const [results, setResults] = useState<ReadonlyMap<string, AddedDevice>>(new Map());
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [error, setError] = useState<CallError | null>(null);
  const [checked, setChecked] = useState<readonly CheckedSerial[]>();
  const check = useAction('checkDevices', { quiet: true, onDone: setChecked });
  const rows = checked && serialRows({ checked, claimCodes, results });
  const addable = rows?.filter(isAddable) ?? [];
  const add = async () => {
    setError(null);
    const got = new Map(results);
    for (let done = 0; done < addable.length; done += LIMITS.devicesAddedAtOnce) {
      setProgress({ done, total: addable.length });
      const some = addable.slice(done, done + LIMITS.devicesAddedAtOnce);
      const answers = await call(
        'addDevices',
        { params: { id: stationId }, body: bodyOf(common, some) },
        { quiet: true },
      );
      for (const answer of answers) got.set(answer.sn, answer);
      setResults(new Map(got));
    }
    forget();
  };
  const finish = () => {
    setProgress(undefined);
    for (const route of ['listDevices', 'getStation', 'listStations'])
      void client.invalidateQueries({ queryKey: [route] });
  };
  return {
    text,
    /** Numbers in the text, also those that are none. */
    count: splitSerials(text).length,
    setText: (next: string) => {
      keepText(next);
      check.reset();
    },
    common,
    change: (part: Partial<SerialsKind>) => setCommon({ ...common, ...part }),
    check: () => check.mutate({ params: { id: stationId }, body: { sns: splitSerials(text) } }),
    checking: check.isPending,
    /** Back to the text, with what was answered kept. */
    reopen: () => setChecked(undefined),
    rows,
    addable: addable.length,
    setClaimCode: (sn: string, code: string) => setClaimCodes(new Map([...claimCodes, [sn, code]])),
    added: [...results.values()].filter(({ deviceId }) => deviceId !== null),
    refused: [...results.values()].filter(({ refusal }) => refusal !== null).length,
    progress,
    error: error ?? check.error,
    add: () => {
      add()
        .catch((thrown: unknown) => {
          if (!(thrown instanceof CallError)) throw thrown;
          setError(thrown);
        })
        .finally(finish);
    },
  };
}

export type Serials = ReturnType<typeof useSerials>;

function bodyOf(
  { kind, meterRole, parentSn }: SerialsKind,
  rows: readonly { sn: string; state: string; claimCode: string }[],
) {
  return {
    kind,
    ...(kind === 'meter' ? { meterRole } : {}),
    ...(parentSn && kind !== 'logger' ? { parentSn } : {}),
    devices: rows.map(({ sn, state, claimCode }) => ({
      sn,
      ...(state === 'claimNeeded' ? { claimCode: claimCode.trim() } : {}),
    })),
  };
}
