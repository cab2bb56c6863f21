import type { DeviceDetail } from '@sunfleet/contract';
import type { LatestPoint } from '../points/device-points.ts';

/** A power that the head of a device shows. */
export interface DevicePower {
  /** The point whose name it bears; `pvPower`: no point, but AC power minus battery power. */
  name: 'ac.power' | 'dc.power' | 'meter.power' | 'battery.power' | 'pvPower';
  /** W */
  watts: number | null;
  time: number | null;
}

/**
 * The powers of a device by the names that its points have, so that a figure of the head and a row below it never differ under nearly the
 * same name. What lists show as the power of a device comes first: for a hybrid what it makes of the sun, beside it its AC side, which also
 * carries what the battery gives and takes.
 */
export function powersOf(
  { kind, live }: Pick<DeviceDetail, 'kind' | 'live'>,
  points: readonly LatestPoint[] | undefined,
): readonly DevicePower[] {
  const told = new Map((points ?? []).map((point) => [point.key, point]));
  const own = (name: DevicePower['name']): DevicePower => ({
    name,
    watts: live.power,
    time: live.lastDataAt,
  });
  switch (kind) {
    case 'meter':
      return [own('meter.power')];
    case 'battery':
      return [own('battery.power')];
    case 'inverter':
    case 'micro':
      return [own(!told.has('ac.power') && told.has('dc.power') ? 'dc.power' : 'ac.power')];
    case 'hybrid': {
      // Until its points are read it is taken for one that tells both, so that nothing moves.
      if (!points) return [own('dc.power'), { name: 'ac.power', watts: null, time: null }];
      const ac = told.get('ac.power');
      if (!ac) return [own(told.has('dc.power') ? 'dc.power' : 'pvPower')];
      if (!told.has('dc.power') && !told.has('battery.power')) return [own('ac.power')];
      const beside: DevicePower = { name: 'ac.power', watts: ac.value, time: ac.time };
      return [own(told.has('dc.power') ? 'dc.power' : 'pvPower'), beside];
    }
    default:
      return [];
  }
}
