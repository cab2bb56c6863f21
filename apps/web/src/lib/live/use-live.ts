import { useEffect, useSyncExternalStore } from 'react';
import type { LiveState } from './live-connection.ts';
import { useLiveConnection } from './live-context.tsx';
import { ACCESS_ONLY } from './open-stream.ts';

interface UseLiveOptions {
  /** Ids of what the page shows: `useLive({ stations: rows.map(({ id }) => id) })`. Undefined or empty: none of them. */
  stations?: readonly number[] | undefined;
  /** Devices bring their points too. */
  devices?: readonly number[] | undefined;
}

/** Keeps what the page has read in step with the stream, for as long as the page is there. */
export function useLive({ stations = [], devices = [] }: UseLiveOptions): void {
  const live = useLiveConnection();
  const key = `${stations.join(',')};${devices.join(',')}`;
  useEffect(() => {
    const [stationIds = [], deviceIds = []] = key
      .split(';')
      .map((ids) => ids.split(',').filter(Boolean).map(Number));
    if (!live || stationIds.length + deviceIds.length === 0) return undefined;
    return live.subscribe({ stations: stationIds, devices: deviceIds });
  }, [live, key]);
}

/** Subscribes every page to changes of access, such as a lock or a new role. It joins the stream of the page where there is one. */
export function useLiveAccess(): void {
  const live = useLiveConnection();
  useEffect(() => live?.subscribe({ ...ACCESS_ONLY }), [live]);
}

/** Follows alarms of every station: for a page that shows them, or for what stands around every page. */
export function useLiveAlarms(alarms: 'shown' | 'watched', { enabled = true } = {}): void {
  const live = useLiveConnection();
  useEffect(
    () => (enabled ? live?.subscribe({ ...ACCESS_ONLY, alarms }) : undefined),
    [live, alarms, enabled],
  );
}

const nothing = () => () => undefined;

/** State of the live stream, for the header. */
export function useLiveState(): LiveState {
  const live = useLiveConnection();
  return useSyncExternalStore(live?.onState ?? nothing, live?.getState ?? (() => 'off'));
}
