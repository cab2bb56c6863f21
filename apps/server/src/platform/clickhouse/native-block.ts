/** Column types the platform inserts by ClickHouse's Native format, and how their arrays are laid out. */
export interface NativeColumn {
  name: string;
  type: string;
  /** Little-endian column bytes for exactly `rows` rows. */
  bytes: Uint8Array;
}

export interface NativeBlock {
  rows: number;
  columns: readonly NativeColumn[];
}

/** Bytes of a typed array's first `rows` entries, without copying. */
export function columnBytes(
  array: ArrayBufferView & { BYTES_PER_ELEMENT: number },
  rows: number,
): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, rows * array.BYTES_PER_ELEMENT);
}

/** The Native wire form: counts, then each column with its name and type (ClickHouse documentation, "Native"). */
export function encodeNative(block: NativeBlock): Uint8Array[] {
  const chunks: Uint8Array[] = [header(block)];
  for (const column of block.columns) {
    chunks.push(columnHeader(column), column.bytes);
  }
  return chunks;
}

/** `name Type, ...` as table functions want it. */
export function structureOf(block: NativeBlock): string {
  return block.columns.map((column) => `${column.name} ${column.type}`).join(', ');
}

function header(block: NativeBlock): Uint8Array {
  return Uint8Array.from([...varint(block.columns.length), ...varint(block.rows)]);
}

function columnHeader(column: NativeColumn): Uint8Array {
  const name = Buffer.from(column.name);
  const type = Buffer.from(column.type);
  return Buffer.concat([Buffer.from(varint(name.length)), name, Buffer.from(varint(type.length)), type]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}
