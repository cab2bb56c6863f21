import { DEVICE_API_FAMILY, type Parameter } from '@sunfleet/contract';
import {
  DEVICE_API_PARAMETERS,
  describeParameter,
  PROFILES,
  type SettableParameter,
} from '@sunfleet/device-model';

/** Devices on which the same can be set. */
interface SettableFamily {
  id: string;
  brand: string;
  models: readonly string[];
  parameters: readonly SettableParameter[];
}

/** Devices of the device API, whoever made them, by the protocol that they speak. */
const BY_COMMANDS: SettableFamily = {
  id: DEVICE_API_FAMILY,
  brand: 'MQTT',
  models: ['pv/v1'],
  parameters: DEVICE_API_PARAMETERS,
};

/** Families of devices on which something can be set that harms nothing. */
export const SETTABLE_FAMILIES: readonly SettableFamily[] = [
  ...PROFILES.map(({ id, brand, models, writes }) => ({ id, brand, models, parameters: writes })),
  BY_COMMANDS,
].filter(({ parameters }) => parameters.some(({ risk }) => risk === 'low'));

/** What can be set on every device of a family without harm. */
export const everydayParameters = ({ parameters }: SettableFamily): Parameter[] =>
  parameters
    .filter(({ risk }) => risk === 'low')
    .map((each) => ({ ...describeParameter(each), maySet: true, changed: null }));
