import { messageOf } from '../../../platform/errors.ts';
import { readChildren } from '../children.queries.ts';
import { loggerOf, snOf, sourceOf, type V5Session } from '../session.ts';
import type { FirmwareRoad } from './firmware-road.ts';
import { transferFirmware } from './transfer-firmware.ts';

/** Images on their way to devices behind one logger, as long as its connection stands. */
export interface FirmwareTransfers {
  /** Begins or goes on with whatever is open; further calls leave what runs alone. */
  goOn(): void;
  stop(): void;
}

interface TransfersInput {
  session: V5Session;
  road: FirmwareRoad | undefined;
  /** A device says another version from now on. */
  onInstalled(deviceId: number): void;
}

export function createFirmwareTransfers({ session, road, onInstalled }: TransfersInput): FirmwareTransfers {
  const ending = new AbortController();
  const running = new Set<string>();
  const { platform, repeated } = session.parts;

  async function lookUp(from: FirmwareRoad): Promise<void> {
    const { id } = await loggerOf(session);
    const opens = await from.openBehind(id);
    if (opens.length === 0) return;
    const { readable } = await readChildren(sourceOf(session), id);
    for (const open of opens) {
      const child = readable.find(({ sn }) => sn === open.sn);
      if (!child?.profile.firmwareFiles || running.has(open.order) || session.closed) continue;
      running.add(open.order);
      transferFirmware({ session, road: from, open, signal: ending.signal })
        .then((end) => end === 'installed' && onInstalled(child.id))
        .catch(tell)
        .finally(() => running.delete(open.order));
    }
  }

  function tell(error: unknown): void {
    const told = { logger: snOf(session), err: messageOf(error) };
    repeated(`firmware ${told.logger} ${told.err}`, (count) =>
      platform.log.warn({ ...told, count }, 'firmware for a device behind a logger waits'),
    );
  }

  return {
    goOn: () => void (road && lookUp(road).catch(tell)),
    stop: () => ending.abort(),
  };
}
