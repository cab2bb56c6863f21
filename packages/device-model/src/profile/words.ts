import type { RegisterImage } from './register-image.ts';
import type { Profile, ProfilePoint } from './schema.ts';

/** Registers of each type beside text. */
const WORDS = { u16: 1, i16: 1, u32: 2, i32: 2, u64: 4, f32: 2 } as const;

/** Whether a point is a text, not a number. */
export function isText(point: ProfilePoint): boolean {
  return point.type === 'ascii' || point.type === 'datetime';
}

const known = new WeakMap<ProfilePoint, readonly number[]>();

/** Addresses of a point's registers, most significant first. Kept, because every poll of every device asks. */
export function addressesOf(point: ProfilePoint): readonly number[] {
  const kept = known.get(point);
  if (kept) return kept;
  const addresses = listAddresses(point);
  known.set(point, addresses);
  return addresses;
}

function listAddresses(point: ProfilePoint): number[] {
  if (point.highAddr !== undefined) return [point.highAddr, point.addr];
  const count = point.type === 'ascii' || point.type === 'datetime' ? (point.count ?? 1) : WORDS[point.type];
  const addresses = Array.from({ length: count }, (_, index) => point.addr + index);
  return point.wordOrder === 'lo' && !isText(point) ? addresses.toReversed() : addresses;
}

export function functionOf(profile: Profile, point: ProfilePoint): 3 | 4 {
  return point.fn ?? profile.modbus.fn;
}

const view = new DataView(new ArrayBuffer(8));

/** Raw number of a point; undefined when a register is missing. */
export function rawOf(profile: Profile, point: ProfilePoint, image: RegisterImage): number | undefined {
  const fn = functionOf(profile, point);
  const addresses = addressesOf(point);
  for (let index = 0; index < addresses.length; index += 1) {
    const word = image.get(fn, addresses[index]!);
    if (word === undefined) return undefined;
    view.setUint16(2 * index, word);
  }
  switch (point.type) {
    case 'u16':
      return view.getUint16(0);
    case 'i16':
      return view.getInt16(0);
    case 'u32':
      return view.getUint32(0);
    case 'i32':
      return view.getInt32(0);
    case 'f32':
      return view.getFloat32(0);
    case 'u64':
      return view.getUint32(0) * 0x1_00_00_00_00 + view.getUint32(4);
    case 'ascii':
    case 'datetime':
      return undefined;
  }
}

/** Writes a raw number into a point's registers. */
export function putRaw(
  target: { profile: Profile; image: RegisterImage },
  point: ProfilePoint,
  raw: number,
): void {
  switch (point.type) {
    case 'f32':
      view.setFloat32(0, raw);
      break;
    case 'u64':
      view.setUint32(0, Math.floor(raw / 0x1_00_00_00_00));
      view.setUint32(4, raw % 0x1_00_00_00_00);
      break;
    case 'u16':
    case 'i16':
      view.setInt16(0, raw);
      break;
    default:
      view.setInt32(0, raw | 0);
  }
  const fn = functionOf(target.profile, point);
  addressesOf(point).forEach((addr, index) => target.image.set(fn, addr, view.getUint16(2 * index)));
}
