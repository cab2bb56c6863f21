/** What a device may say of itself beside its model and firmware, over all its messages. */
export const ATTRIBUTE_LIMITS = { names: 100, bytes: 16 * 1024 } as const;

type Attributes = Readonly<Record<string, string>>;

const sizeOf = (name: string, value: string) => Buffer.byteLength(name) + Buffer.byteLength(value);

/**
 * Which of the attributes that a device says now fit beside those that are kept of it, and how many do not. A kept one may always be
 * said again when it does not grow.
 */
export function fitAttributes(kept: Attributes, said: Attributes): { fit: Attributes; refused: number } {
  const sizes = new Map(Object.entries(kept).map(([name, value]) => [name, sizeOf(name, value)]));
  let bytes = 0;
  for (const size of sizes.values()) bytes += size;
  const fit: Record<string, string> = {};
  let refused = 0;
  for (const [name, value] of Object.entries(said)) {
    const before = sizes.get(name) ?? 0;
    const size = sizeOf(name, value);
    const grows = size > before && bytes - before + size > ATTRIBUTE_LIMITS.bytes;
    if (grows || (before === 0 && sizes.size >= ATTRIBUTE_LIMITS.names)) {
      refused += 1;
      continue;
    }
    sizes.set(name, size);
    bytes += size - before;
    fit[name] = value;
  }
  return { fit, refused };
}
