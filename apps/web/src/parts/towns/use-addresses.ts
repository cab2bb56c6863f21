import type { CallError } from '@sunfleet/api-client';
import type { FoundAddress } from '@sunfleet/contract';
import { useState } from 'react';
import { useCall } from '../../lib/call/use-call.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { useMay } from '../../lib/session/session-context.tsx';

/** An address that somebody chose, and who found it. */
export interface ChosenAddress {
  address: FoundAddress;
  source: string;
}

/** The least letters that are sent. */
const LEAST = 2;

interface Search {
  text: string;
  /** Undefined while it is under way. */
  answer?: { places: readonly FoundAddress[]; askedAt: number };
  error?: CallError;
}

/**
 * Addresses of the service that this server asks. What is typed goes there only where somebody wants it to; `wanted`: whether addresses are
 * searched here at all.
 */
export function useAddresses(text: string, wanted: boolean) {
  const read = useRead();
  const may = useMay('stations.edit');
  const source =
    useCall('stationAddressSource', {}, { enabled: wanted && may && text !== '' }).data ?? undefined;
  const [last, setLast] = useState<Search>();
  const search = last?.text === text ? last : undefined;
  const ask = () => {
    setLast({ text });
    const settle = (end: Omit<Search, 'text'>) =>
      setLast((now) => (now?.text === text ? { text, ...end } : now));
    read('findStationAddresses', { query: { q: text } }).then(
      (answer) => settle({ answer }),
      (error: CallError) => settle({ error }),
    );
  };
  return {
    source,
    /** Whether what is typed can be sent, and was not yet. */
    open:
      source !== undefined && text.length >= LEAST && (search === undefined || search.error !== undefined),
    search,
    ask,
  };
}
