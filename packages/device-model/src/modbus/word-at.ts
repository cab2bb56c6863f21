/** Two bytes as Modbus has them: the high one first. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!;
}
