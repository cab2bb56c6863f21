import type { StationField } from './routes/station-entry.ts';

/** What the fields of a station are called: keys of the texts `stations`, with the unit behind some. Forms, tables and files say the same. */
export const STATION_FIELD_TEXTS = {
  name: { text: 'column.name' },
  type: { text: 'column.type' },
  capacityKw: { text: 'column.capacity', unit: 'kWp' },
  batteryKwh: { text: 'about.battery', unit: 'kWh' },
  latitude: { text: 'entry.latitude', unit: '°' },
  longitude: { text: 'entry.longitude', unit: '°' },
  timeZone: { text: 'about.timeZone' },
  elevation: { text: 'about.elevation', unit: 'm' },
  tilt: { text: 'about.tilt', unit: '°' },
  azimuth: { text: 'about.azimuth', unit: '°' },
  country: { text: 'about.country' },
  province: { text: 'about.province' },
  city: { text: 'about.city' },
  district: { text: 'about.district' },
  postCode: { text: 'about.postCode' },
  address: { text: 'column.address' },
  contactPhone: { text: 'about.contactPhone' },
  contactEmail: { text: 'about.contactEmail' },
  notes: { text: 'about.notes' },
  gridType: { text: 'about.gridType' },
  currency: { text: 'about.currency' },
  priceBuy: { text: 'about.priceBuy' },
  priceFeedIn: { text: 'about.priceFeedIn' },
  firstPowerOn: { text: 'about.firstPowerOn' },
  gridConnectedOn: { text: 'entry.gridConnectedOn' },
  installedOn: { text: 'entry.installedOn' },
} as const satisfies Record<StationField, { text: string; unit?: string }>;

/** Without these no station is made. */
export const NEEDED_STATION_FIELDS = [
  'name',
  'type',
  'capacityKw',
  'latitude',
  'longitude',
] as const satisfies StationField[];
