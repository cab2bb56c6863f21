import {
  decodePoints,
  planReads,
  PROFILES,
  profilesForSensorList,
  RegisterImage,
  type Profile,
} from '@sunfleet/device-model';
import { childOf } from './child-device.ts';
import { ReadError, type ModbusChannel } from './modbus-channel.ts';
import { snOf, type V5Session } from './session.ts';

/**
 * Finds out what hangs on a logger that nobody described: by the family its sensor list names, else by the reads that
 * recognise each profile. Names the device with its profile by the SN that it tells, else as the device that somebody registered behind
 * the logger (`registeredSn`). False: nothing was recognised, or a person has to accept it first. Rejects with `ReadError` when the device
 * does not answer at all.
 */
export async function detectDevice(session: V5Session, registeredSn: string | undefined): Promise<boolean> {
  const named = profilesForSensorList(session.sensorList);
  const profile =
    named.length === 1 ? named[0]! : await recognise(session.channel, named.length > 0 ? named : PROFILES);
  if (!profile) return false;
  const { texts } = decodePoints(profile, await readOnce(session.channel, profile));
  const sn = validSn(texts.serialNumber) ?? registeredSn ?? `${snOf(session)}-1`;
  const device = await childOf(session, sn, {
    ...identityOfTexts(texts),
    profileId: profile.id,
    kind: profile.deviceKind,
    manufacturer: profile.brand,
  });
  const { log } = session.parts.platform;
  if (device)
    log.info({ logger: snOf(session), sn, profile: profile.id }, 'device behind a logger recognised');
  return device !== undefined;
}

/** Texts a device tells once, as its identity. */
export function identityOfTexts(texts: Readonly<Record<string, string>>) {
  return {
    ...(texts.model ? { model: texts.model } : {}),
    ...(texts.firmware ? { firmware: texts.firmware } : {}),
  };
}

async function recognise(
  channel: ModbusChannel,
  candidates: readonly Profile[],
): Promise<Profile | undefined> {
  for (const profile of candidates) {
    if (await matches(channel, profile)) return profile;
  }
  return undefined;
}

async function matches(channel: ModbusChannel, profile: Profile): Promise<boolean> {
  if (profile.identify.length === 0) return false;
  for (const { fn, addr, anyOf } of profile.identify) {
    try {
      const request = { slave: profile.modbus.slaveDefault, fn, addr, count: 1 };
      const words = await channel.read(request, profile.modbus.gapMs);
      if (!anyOf.includes(words[0]!)) return false;
    } catch (error) {
      if (error instanceof ReadError && error.reason === 'refused') return false;
      throw error;
    }
  }
  return true;
}

async function readOnce(channel: ModbusChannel, profile: Profile): Promise<RegisterImage> {
  const image = new RegisterImage();
  for (const request of planReads(profile, { groups: ['once'] })) {
    image.load(request.fn, request.addr, await channel.read(request, profile.modbus.gapMs));
  }
  return image;
}

function validSn(text: string | undefined): string | undefined {
  return text && /^[A-Za-z0-9._-]{3,64}$/.test(text) ? text : undefined;
}
