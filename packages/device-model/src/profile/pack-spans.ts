import type { Profile } from './schema.ts';

/** Registers from one address to another, both included. */
export interface Span {
  from: number;
  to: number;
}

/** Joins spans in order of their addresses while gap and length stay within the limits. */
export function packSpans(spans: readonly Span[], { maxGap, maxRegs }: Profile['modbus']): Span[] {
  const reads: Span[] = [];
  for (const { from, to } of spans) {
    const last = reads.at(-1);
    const fits = last && from - last.to - 1 <= maxGap && Math.max(to, last.to) - last.from < maxRegs;
    if (fits) last.to = Math.max(to, last.to);
    else reads.push({ from, to });
  }
  return reads;
}
