import type { Platform } from '../../platform/platform.ts';
import type { PointRegistry } from '../telemetry/index.ts';
import type { OpenFeed } from './live-feed.ts';
import { PointWatch } from './point-watch.ts';

/** What this server itself stores and decides. */
export function ownFeed({ bus }: Pick<Platform, 'bus'>, points: Pick<PointRegistry, 'keyOf'>): OpenFeed {
  return (to) => {
    const watch = new PointWatch(
      (point) => points.keyOf(point),
      (event) => to.event({ event, stationId: null, deviceId: event.deviceId }),
    );
    const ends = [
      bus.subscribe('stored', (block) => watch.take(block)),
      bus.subscribe('deviceState', (device) =>
        to.event({
          event: { type: 'device', device },
          stationId: device.stationId,
          deviceId: device.deviceId,
        }),
      ),
      bus.subscribe('stationState', (station) =>
        to.event({ event: { type: 'station', station }, stationId: station.stationId, deviceId: null }),
      ),
      bus.subscribe('alarm', (alarm) =>
        to.event({
          event: { type: 'alarm', alarm },
          stationId: alarm.station?.id ?? null,
          deviceId: alarm.device?.id ?? null,
        }),
      ),
    ];
    return {
      watch: (devices) => watch.watch(devices),
      stop() {
        for (const end of ends) end();
        watch.stop();
      },
    };
  };
}
