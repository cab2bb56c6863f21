import {
  encodeException,
  encodeFileWrite,
  encodePoints,
  encodeReadResponse,
  encodeSunSpec,
  ModbusError,
  parseFileWrite,
  parseRequest,
  RegisterImage,
  type Profile,
  type SunSpecLayout,
} from '@sunfleet/device-model';
import type { ModbusFirmware } from '../firmware/modbus-firmware.ts';
import { putSettings, type Settable } from './settings.ts';
import { ILLEGAL_ADDRESS, ILLEGAL_FUNCTION, writeRegisters } from './write-registers.ts';

/** A device on the logger's serial line. */
export interface SerialDevice extends Settable {
  sn: string;
  slave: number;
  /** Texts by key beside the serial number. */
  texts: Readonly<Record<string, string>>;
  /** What takes its firmware, of devices that do by file records. */
  firmware?: ModbusFirmware;
  /** Values now; undefined when it is switched off, as inverters are at night. */
  read(): Readonly<Record<string, number>> | undefined;
}

/**
 * Answers a Modbus RTU request for the devices of a serial line, from registers filled with their values of this moment.
 * Undefined: nobody answers (no such slave, or it sleeps).
 */
export function answerModbus(devices: readonly SerialDevice[], rtu: Uint8Array): Uint8Array | undefined {
  const request = requestOf(rtu);
  const device = request && devices.find(({ slave }) => slave === request.slave);
  const values = device?.read();
  if (!request || !device || !values) return undefined;
  if (request.fn === 21) {
    const refusal = device.firmware ? device.firmware.take(request) : ILLEGAL_FUNCTION;
    if (refusal === 'silent') return undefined;
    return refusal === undefined ? encodeFileWrite(request) : encodeException(request, refusal);
  }
  const { status } = device.profile.firmwareFiles ?? {};
  if (device.firmware?.isSilent() && 'count' in request && request.addr === status) return undefined;
  if (!('count' in request)) return writeRegisters(device, request);
  if (request.fn < 3) return encodeException(request, ILLEGAL_FUNCTION);
  const image = imageOf(device, values);
  const words =
    request.count <= device.profile.modbus.maxRegs && image.read(request.fn, request.addr, request.count);
  return words ? encodeReadResponse(request, words) : encodeException(request, ILLEGAL_ADDRESS);
}

function requestOf(rtu: Uint8Array) {
  try {
    return rtu[1] === 21 ? parseFileWrite(rtu) : parseRequest(rtu);
  } catch (error) {
    // A device on the line ignores what it cannot read.
    if (error instanceof ModbusError) return undefined;
    throw error;
  }
}

function imageOf(
  { sn, profile, texts, settings, firmware }: SerialDevice,
  values: Readonly<Record<string, number>>,
): RegisterImage {
  const image = new RegisterImage();
  const said = { serialNumber: sn, ...texts, ...(firmware ? { firmware: firmware.version() } : {}) };
  const points = { values: { ...blank(profile), ...values }, texts: said };
  for (const { fn, addr, anyOf } of profile.identify) image.set(fn, addr, anyOf[0] ?? 0);
  if (profile.sunspec) encodeSunSpec(points, sunSpecLayout(values), image);
  else encodePoints(profile, points, image);
  putSettings({ profile, settings }, image);
  const { status } = profile.firmwareFiles ?? {};
  if (firmware && status !== undefined)
    firmware.status().forEach((word, at) => image.set(3, status + at, word));
  return image;
}

/** Registers the device has and does not use hold zero. */
function blank(profile: Profile): Record<string, number> {
  return Object.fromEntries(profile.points.map(({ key, rawOffset, scale }) => [key, -rawOffset * scale]));
}

/** Models that hold what the device measures. */
function sunSpecLayout(values: Readonly<Record<string, number>>): SunSpecLayout {
  if ('irradiance.poa' in values)
    return [{ model: 302, blocks: 1 }, { model: 303, blocks: 1 }, { model: 307 }];
  const blocks = Object.keys(values).filter((key) => /^pv\d+\.power$/.test(key)).length;
  return [{ model: 103 }, { model: 160, blocks }];
}
