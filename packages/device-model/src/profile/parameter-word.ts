import type { ProfileWrite } from './schema.ts';

type Register = Pick<ProfileWrite, 'type' | 'scale'>;

/** The word that a register holds for a value of its parameter. */
export function parameterWord({ type, scale }: Register, value: number): number {
  if (type === 'hhmm') return Math.floor(value / 60) * 100 + (value % 60);
  return Math.round(value / scale) & 0xffff;
}

/** The value of a parameter by its word; undefined for one that is none, as a minute beyond 59. */
export function parameterValue({ type, scale }: Register, word: number): number | undefined {
  if (type === 'hhmm') {
    const [hours, minutes] = [Math.floor(word / 100), word % 100];
    return hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined;
  }
  const raw = type === 'i16' && word > 0x7fff ? word - 0x1_0000 : word;
  return Math.round(raw * scale * 1e6) / 1e6;
}
