import type { Place } from '../../apps/simulator/fleets/places.data.ts';
import {
  commercialDevices,
  homeDevices,
  storageHomeDevices,
  utilityDevices,
  type DevicePlan,
} from '../../apps/simulator/fleets/plans.ts';
import type { Fleet, FleetStation } from '../../apps/simulator/fleets/schema.ts';
import type { Draw } from './draw.ts';

/** Where the stations of a fleet lie: latitude, longitude, elevation, cloudiness, mean temperature, its swing. */
const REGIONS = [
  ['Andalusia', 37.4, -5.9, 40, 0.25, 18, 9],
  ['Bavaria', 48.2, 11.6, 500, 0.55, 9, 10],
  ['Veneto', 45.4, 11.9, 20, 0.45, 13, 10],
  ['Wielkopolska', 52.4, 16.9, 80, 0.6, 9, 10],
  ['Occitania', 43.6, 1.4, 150, 0.4, 14, 8],
  ['Utrecht', 52.1, 5.1, 5, 0.62, 10, 7],
  ['Castile', 40.4, -3.7, 650, 0.3, 14, 10],
  ['Lower Austria', 48.2, 16.0, 250, 0.52, 10, 10],
  ['Swabia', 48.7, 9.2, 300, 0.55, 10, 9],
  ['Apulia', 41.1, 16.8, 20, 0.32, 16, 8],
] as const;
/** Stations of a region lie within so many degrees of its middle. */
const SPREAD = 0.2;
/** Stations of one region, so that there are neighbours. */
const STATIONS_A_REGION = 10;

export interface QualityStation {
  station: FleetStation;
  region: string;
}

/** A fleet of homes, roofs of firms and a few parks with nothing wrong. */
export function qualityFleet(count: number, draw: Draw): { fleet: Fleet; stations: QualityStation[] } {
  const regions = REGIONS.slice(
    0,
    Math.max(1, Math.min(REGIONS.length, Math.ceil(count / STATIONS_A_REGION))),
  );
  let serial = 0;
  const stations = Array.from({ length: count }, (_, index): QualityStation => {
    const [region, latitude, longitude, elevation, cloudiness, temperature, seasonalSwing] =
      regions[index % regions.length]!;
    const place: Place = {
      name: `${region} ${index + 1}`,
      type: typeOf(Math.floor(index / regions.length)),
      town: region,
      country: 'DE',
      timeZone: 'Europe/Berlin',
      latitude: latitude + SPREAD * (2 * draw() - 1),
      longitude: longitude + SPREAD * (2 * draw() - 1),
      elevation,
      currency: 'EUR',
      priceBuy: 0.3,
      priceFeedIn: 0.08,
      climate: { cloudiness, temperature, seasonalSwing },
      size: 0,
    };
    return {
      region,
      station: stationAt(place, index, { draw, nextSn: () => `Q${(serial += 1) + 100_000}` }),
    };
  });
  const fleet = {
    organisations: [{ code: 'QUALITY', name: 'Quality', parent: null }],
    stations: stations.map(({ station }) => station),
  };
  return { fleet, stations };
}

/** Of ten stations of a region five are homes, three store, of the others one is a roof, and every fifth time a park. */
function typeOf(turn: number): Place['type'] {
  const place = turn % 10;
  if (place < 4) return 'residential';
  if (place < 6) return 'residentialStorage';
  return place === 9 ? 'utility' : 'commercial';
}

const SIZES = {
  residential: [4, 12],
  residentialStorage: [6, 12],
  commercial: [60, 250],
  utility: [400, 900],
};
const LOAD_SHARE = { residential: 0.09, residentialStorage: 0.08, commercial: 0.25, utility: 0 };

function stationAt(
  place: Place,
  index: number,
  { draw, nextSn }: { draw: Draw; nextSn: () => string },
): FleetStation {
  const type = place.type as keyof typeof SIZES;
  const [least, most] = SIZES[type] as [number, number];
  const sized = { ...place, size: least + (most - least) * draw() };
  const plans = {
    residential: homeDevices,
    residentialStorage: storageHomeDevices,
    commercial: commercialDevices,
    utility: utilityDevices,
  }[type](sized, index + 100);
  const sns = plans.map(nextSn);
  const devices = plans.map(({ parent, ...plan }: DevicePlan, at) => ({
    ...plan,
    sn: sns[at]!,
    secret: null,
    parentSn: parent === null ? null : sns[parent]!,
    intervalSeconds: 300,
    fault: null,
  }));
  const watts = devices
    .flatMap(({ inputs }) => inputs)
    .reduce((sum, input) => sum + input.strings * input.modulesInSeries * input.modulePower, 0);
  const storage = devices.reduce((sum, { battery }) => sum + (battery?.capacityKwh ?? 0), 0);
  return {
    ...sized,
    organisation: 'QUALITY',
    owner: null,
    shared: false,
    type,
    gridType: type === 'utility' ? 'fullFeedIn' : 'selfConsumption',
    capacityKw: Math.round(watts / 10) / 100,
    batteryKwh: storage > 0 ? storage : null,
    tilt: devices.flatMap(({ inputs }) => inputs)[0]?.tilt ?? 20,
    azimuth: 180,
    address: place.town,
    gridConnectedOn: '2021-05-01',
    meanLoad: Math.round(watts * LOAD_SHARE[type]),
    devices,
  };
}
