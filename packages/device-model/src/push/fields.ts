/** Integer formats of pushed data blocks; makers mix both byte orders, even within one frame. */
export type PushFormat = 'u16le' | 'u16be' | 'i16le' | 'i16be' | 'u32le' | 'u32be';

/** One quantity of a pushed frame: value = raw * scale + offset. */
export interface PushField {
  key: string;
  /** Byte offset from the start of the frame, as the sources count. */
  at: number;
  format: PushFormat;
  scale: number;
  offset?: number;
  /** Native codes to platform codes; a code that is missing is "not known". */
  map?: Readonly<Record<number, number>>;
}

export const SIZE: Readonly<Record<PushFormat, 2 | 4>> = {
  u16le: 2,
  u16be: 2,
  i16le: 2,
  i16be: 2,
  u32le: 4,
  u32be: 4,
};

/** Raw number at a byte offset of the view; the caller has checked the length. */
export function readRaw(view: DataView, at: number, format: PushFormat): number {
  const little = format.endsWith('le');
  if (SIZE[format] === 4) return view.getUint32(at, little);
  return format.startsWith('i') ? view.getInt16(at, little) : view.getUint16(at, little);
}

export function writeRaw(view: DataView, field: { at: number; format: PushFormat }, raw: number): void {
  const little = field.format.endsWith('le');
  if (SIZE[field.format] === 4) view.setUint32(field.at, raw, little);
  else view.setUint16(field.at, raw & 0xffff, little);
}
