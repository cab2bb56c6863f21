import { defineProfile, type Profile } from '../profile/schema.ts';
import { deyeHybrid3p, deyeString } from './deye.ts';
import { meterDtsd422 } from './meters.ts';
import { deyeMicro, tsunMicro } from './micros.ts';
import { sofarG3, sofarString } from './sofar.ts';
import { solisHybrid } from './solis.ts';
import { sunfleetModbus } from './sunfleet.ts';
import { sunspecBattery, sunspecInverter, sunspecMeter, sunspecWeather } from './sunspec.ts';

/** Every device family the platform can read. */
export const PROFILES: readonly Profile[] = [
  deyeString,
  deyeHybrid3p,
  deyeMicro,
  sofarG3,
  sofarString,
  solisHybrid,
  tsunMicro,
  sunspecInverter,
  sunspecBattery,
  meterDtsd422,
  sunspecMeter,
  sunspecWeather,
  sunfleetModbus,
].map(defineProfile);

const byId = new Map(PROFILES.map((profile) => [profile.id, profile]));

export function profileById(id: string): Profile | undefined {
  return byId.get(id);
}

/** Families that a V5 logger's sensor list may mean. */
export function profilesForSensorList(code: number): Profile[] {
  return PROFILES.filter((profile) => profile.sensorLists.includes(code));
}
