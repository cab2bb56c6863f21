import {
  parameterWord,
  type Profile,
  type RegisterImage,
  type SettableParameter,
} from '@sunfleet/device-model';

/** What holds parameters that can be set. */
export interface Settable {
  profile: Profile;
  /** Parameters that were written, by key; the others stand as the maker set them. */
  settings: Record<string, number>;
}

/** As makers set them. */
const AS_MADE: Readonly<Record<string, number>> = {
  'battery.reserve': 20,
  'battery.restart': 30,
  'battery.shutdown': 10,
  'battery.chargeCurrentMax': 100,
  'battery.dischargeCurrentMax': 100,
  'export.allowed': 1,
  'export.limit': 10_000,
  'limit.power': 100,
  'grid.voltageMax': 264.5,
  'grid.voltageMin': 184,
  'grid.frequencyMax': 51.5,
  'grid.frequencyMin': 47.5,
  'grid.reconnectTime': 60,
};

/** The value of a parameter now. */
export function settingOf(
  { settings }: Pick<Settable, 'settings'>,
  { key, min, choices }: Pick<SettableParameter, 'key' | 'min' | 'choices'>,
): number {
  const [, program] = /^schedule\.(\d)\.start$/.exec(key) ?? [];
  const made = program ? (Number(program) - 1) * 240 : (AS_MADE[key] ?? min);
  return settings[key] ?? (choices && !Object.hasOwn(choices, String(made)) ? min : made);
}

/** Writes the registers of all parameters as the device would hold them. */
export function putSettings(device: Settable, image: RegisterImage): void {
  for (const write of device.profile.writes)
    image.set(write.readFn, write.addr, parameterWord(write, settingOf(device, write)));
}
