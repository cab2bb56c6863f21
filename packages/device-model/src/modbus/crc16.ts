const TABLE = makeTable();

function makeTable(): Uint16Array {
  const table = new Uint16Array(256);
  for (let index = 0; index < 256; index += 1) {
    let crc = index;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
    table[index] = crc;
  }
  return table;
}

/** CRC-16/MODBUS of `bytes[from, to)`; on the wire its low byte comes first. */
export function crc16(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = 0xffff;
  for (let index = from; index < to; index += 1) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[index]!) & 0xff]!;
  return crc;
}

/** The bytes followed by their CRC. */
export function withCrc(bytes: Uint8Array): Uint8Array {
  const framed = new Uint8Array(bytes.length + 2);
  framed.set(bytes);
  const crc = crc16(bytes);
  framed[bytes.length] = crc & 0xff;
  framed[bytes.length + 1] = crc >>> 8;
  return framed;
}

/** Whether the last two bytes are the CRC of the others. */
export function hasValidCrc(bytes: Uint8Array): boolean {
  const end = bytes.length - 2;
  return end > 0 && crc16(bytes, 0, end) === (bytes[end]! | (bytes[end + 1]! << 8));
}
