import type { DeviceLive, StationLive } from '@sunfleet/contract';
import type { Platform } from '../../platform/platform.ts';
import { keepNumbers, OF_STATION } from './announced.ts';
import { deviceView, stationView } from './live-views.ts';
import { nextChange } from './next-change.ts';
import type { FleetStates } from './state-book.ts';

/** A device or station is announced at most so often. */
const SPACING_MS = 500;
/** So long for each of its devices a station is not looked at again, about twenty times as long as that takes: it may have a hundred thousand, of which some change all the time. */
const REST_OF_DEVICE_MS = 0.03;
/** A large fleet is looked through in pieces, so that nothing else waits for it: so long devices, and as long stations. */
const TURN_MS = 12;

/** Announced states that are not in PostgreSQL yet. */
export interface ToWrite {
  devices: Map<number, DeviceLive>;
  stations: Map<number, StationLive>;
}

/**
 * Announces changed devices and stations that were not announced just now; answers whether some have to wait. `heardUntil`: up to when it is known what
 * devices told, epoch milliseconds; silence is counted up to then.
 */
export function announcer(
  platform: Platform,
  book: FleetStates,
  toWrite: ToWrite,
  heardUntil: () => number,
): () => boolean {
  const { bus, clock, log } = platform;
  const announceDevice = (id: number, at: number): boolean => {
    const device = book.fleet.device(id);
    const state = book.device(id);
    if (!device || !state) return true;
    if (at - state.announcedAt < SPACING_MS) return false;
    if (device.stationId !== null) book.turn(device.stationId, clock.now());
    const until = heardUntil();
    const { live } = deviceView(book, device, until);
    state.changesAt = nextChange(book, device, until);
    if (!state.keepAnnounced(live)) return true;
    state.announcedAt = at;
    toWrite.devices.set(id, live);
    bus.publish('deviceState', live);
    return true;
  };
  const announceStation = (id: number, at: number): boolean => {
    const state = book.turn(id, clock.now());
    if (!state) return true;
    if (at - state.announcedAt < SPACING_MS || at < state.restsUntil) return false;
    const live = stationView(book, state, heardUntil());
    state.restsUntil = at + REST_OF_DEVICE_MS * live.devicesTotal;
    // A station nobody has reported from is in PostgreSQL as it was created.
    if (Number.isNaN(state.announcedAt) && live.communication === 'never') return true;
    if (!keepNumbers(OF_STATION, live, state.announced)) return true;
    state.announcedAt = at;
    toWrite.stations.set(id, live);
    bus.publish('stationState', live);
    return true;
  };
  return () => {
    const work = (ids: Set<number>, one: (id: number, at: number) => boolean) => {
      // Each has a time of its own: devices of somebody that change all the time keep nobody's station from being announced.
      const at = performance.now();
      for (const id of ids) {
        if (performance.now() - at > TURN_MS) return;
        try {
          if (one(id, at)) ids.delete(id);
        } catch (error) {
          // The next change of it is another try; nobody else waits behind it.
          ids.delete(id);
          log.error({ err: error, id }, 'a state was not announced');
        }
      }
    };
    work(book.changedDevices, announceDevice);
    work(book.changedStations, announceStation);
    return book.changedDevices.size > 0 || book.changedStations.size > 0;
  };
}
