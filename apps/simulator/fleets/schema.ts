/**
 * A fleet as data: the server registers its stations and devices, the simulator speaks for its devices.
 * Powers in W, capacities in kW and kWh, angles in degrees (azimuth clockwise from north), positions WGS-84.
 */
export interface Fleet {
  organisations: FleetOrganisation[];
  stations: FleetStation[];
}

export interface FleetOrganisation {
  code: string;
  name: string;
  /** Code of the organisation above; null at the root. Parents stand before their children. */
  parent: string | null;
}

export type FleetStationType = 'residential' | 'residentialStorage' | 'commercial' | 'utility' | 'microgrid';
export type FleetDeviceKind = 'inverter' | 'hybrid' | 'micro' | 'logger' | 'meter' | 'weather' | 'battery';
export type FleetProtocol = 'v5' | 'mqtt' | 'http';

export interface FleetStation {
  /** Unique in the fleet. */
  name: string;
  organisation: string;
  /** Role of the demo account that owns it; null: the organisation alone. */
  owner: 'owner' | null;
  /** Shown, masked, to visitors. */
  shared: boolean;
  type: FleetStationType;
  gridType: 'fullFeedIn' | 'selfConsumption' | 'zeroExport' | 'offGrid';
  capacityKw: number;
  batteryKwh: number | null;
  timeZone: string;
  latitude: number;
  longitude: number;
  /** m above sea */
  elevation: number;
  tilt: number;
  azimuth: number;
  country: string;
  address: string;
  currency: string;
  priceBuy: number;
  priceFeedIn: number;
  gridConnectedOn: string;
  climate: FleetClimate;
  /** Mean consumption, W; 0 where the place only feeds in. */
  meanLoad: number;
  /** Loggers stand before the devices that hang on them. */
  devices: FleetDevice[];
}

/** What the weather of the place is like over the year. */
export interface FleetClimate {
  /** Share of the sky covered, mean, 0 to 1. */
  cloudiness: number;
  /** degC, mean of the year. */
  temperature: number;
  /** degC, half the difference of warmest and coldest month. */
  seasonalSwing: number;
}

export interface FleetDevice {
  sn: string;
  kind: FleetDeviceKind;
  protocol: FleetProtocol;
  /** SN of the logger that carries its data; null for a device that connects by itself. */
  parentSn: string | null;
  /** Device profile of the device model; null for loggers. */
  profileId: string | null;
  manufacturer: string;
  model: string;
  /** Device secret, of a device behind a V5 logger too: its past arrives by HTTP. Null for loggers, whose protocol has none. */
  secret: string | null;
  /** W; null for loggers, meters, weather stations. */
  ratedPower: number | null;
  meterRole: 'grid' | 'generation' | 'load' | null;
  /** Strings by MPPT input; empty where there are none. */
  inputs: FleetInput[];
  battery: FleetBattery | null;
  /** Modbus address behind its logger; null for a device that connects by itself. */
  slave: number | null;
  /** Whether a V5 logger pushes a layout the server knows, or is polled by Modbus through its socket. Null for others. */
  v5Data: 'pushed' | 'polled' | null;
  /** Seconds between two readings. */
  intervalSeconds: number;
  /** What is wrong with it from the start, so that a demo shows it. */
  fault: FleetFault | null;
}

export interface FleetInput {
  /** From 1. */
  mppt: number;
  strings: number;
  modulesInSeries: number;
  /** Wp of one module. */
  modulePower: number;
  tilt: number;
  azimuth: number;
}

export interface FleetBattery {
  capacityKwh: number;
  /** W, charge and discharge. */
  maxPower: number;
}

export type FleetFault =
  | 'stringOpen'
  | 'shading'
  | 'inverterTrip'
  | 'loggerOffline'
  | 'gridLoss'
  | 'stuckSensor'
  | 'clockWrong'
  | 'stringWeak'
  | 'degraded'
  | 'stopped'
  | 'flapping'
  | 'fanFailed'
  | 'insulationLow'
  | 'gridHigh'
  | 'batteryHot'
  | 'batteryDrained'
  | 'cellSpread'
  | 'meterWrong'
  | 'signalWeak'
  | 'frozen'
  | 'silent'
  | 'limited'
  | 'snow'
  | 'spikes'
  | 'gaps'
  | 'answersLate'
  | 'answersTwice'
  | 'answersWrongCrc'
  | 'answersForeign'
  | 'answersNever'
  | 'cutsCommand';
