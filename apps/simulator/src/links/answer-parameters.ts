import { DEVICE_API_PARAMETERS, refusedValue } from '@sunfleet/device-model';
import { settingOf } from './settings.ts';

/** A device that lets people set parameters by commands of the device API. */
export interface ParameterDevice {
  /** What was written, by key; the others stand as the maker set them. */
  settings: Record<string, number>;
  /** Keys of what it has. */
  keys: readonly string[];
  /** Keys of what it tells and lets nobody set. */
  readOnly: readonly string[];
}

/** What simulated devices of a kind have: a battery is set where there is one, and the wait for the grid is the installer's, at the device. */
export function parametersOfKind(kind: string): Pick<ParameterDevice, 'keys' | 'readOnly'> {
  const ofBattery = new Set(['battery', 'schedule', 'operation']);
  const own = DEVICE_API_PARAMETERS.filter(({ group }) => kind === 'hybrid' || !ofBattery.has(group));
  return { keys: own.map(({ key }) => key), readOnly: ['grid.reconnectTime'] };
}

/** Answers a command; undefined: it is another one. Throws where the device does not do it. */
export function answerParameters(
  { settings, keys, readOnly }: ParameterDevice,
  { name, params }: { name: string; params: unknown },
): object | undefined {
  if (name === 'parameters.read') {
    const asked = (params as { keys: readonly string[] }).keys;
    const known = DEVICE_API_PARAMETERS.filter(({ key }) => keys.includes(key) && asked.includes(key));
    const values = Object.fromEntries(known.map((each) => [each.key, settingOf({ settings }, each)]));
    return { values, readOnly: readOnly.filter((key) => asked.includes(key)) };
  }
  if (name !== 'parameters.write') return undefined;
  const { key, value } = params as { key: string; value: number };
  const known = DEVICE_API_PARAMETERS.find((each) => each.key === key);
  if (!known || !keys.includes(key)) throw new Error(`unknown parameter ${key}`);
  if (readOnly.includes(key)) throw new Error(`${key} is read only`);
  const refused = refusedValue(known, value);
  if (refused) throw new Error(`${key}: ${refused}`);
  settings[key] = value;
  return {};
}
