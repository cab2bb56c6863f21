import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextOffsetChange, zoneOffset } from './zone-offset.ts';

const HOUR = 3_600_000;
const ZONES = [
  'UTC',
  'Europe/Madrid',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];

describe('zoneOffset', () => {
  it('is 0 in UTC and 5.5 h in India', () => {
    expect(zoneOffset(Date.UTC(2026, 5, 1), 'UTC')).toBe(0);
    expect(zoneOffset(Date.UTC(2026, 5, 1), 'Asia/Kolkata')).toBe(5.5 * HOUR);
  });

  it('changes at the very millisecond of the change', () => {
    const change = Date.UTC(2026, 2, 29, 1);
    expect(zoneOffset(change - 1, 'Europe/Madrid')).toBe(HOUR);
    expect(zoneOffset(change, 'Europe/Madrid')).toBe(2 * HOUR);
  });

  it('makes one memory of a zone in however many spellings', () => {
    const formats = Intl.DateTimeFormat;
    let made = 0;
    const spelled = (n: number) =>
      [...'antarctica/dumontdurville'].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter));
    try {
      Intl.DateTimeFormat = new Proxy(formats, {
        construct: (target, given) => {
          made += 1;
          return Reflect.construct(target, given) as Intl.DateTimeFormat;
        },
      });
      for (let n = 0; n < 5000; n += 1)
        expect(zoneOffset(Date.UTC(2026, 0, 1), spelled(n).join(''))).toBe(10 * HOUR);
    } finally {
      Intl.DateTimeFormat = formats;
    }
    expect(made).toBe(1);
  });

  it('knows half an hour of summer time', () => {
    expect(zoneOffset(Date.UTC(2026, 0, 1), 'Australia/Lord_Howe')).toBe(11 * HOUR);
    expect(zoneOffset(Date.UTC(2026, 6, 1), 'Australia/Lord_Howe')).toBe(10.5 * HOUR);
  });

  it('follows the pause of Ramadan', () => {
    expect(zoneOffset(Date.UTC(2024, 1, 1), 'Africa/Casablanca')).toBe(HOUR);
    expect(zoneOffset(Date.UTC(2024, 2, 25), 'Africa/Casablanca')).toBe(0);
    expect(zoneOffset(Date.UTC(2024, 4, 1), 'Africa/Casablanca')).toBe(HOUR);
  });

  it('says what Intl says, at any time and in any zone', () => {
    const time = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2037, 0, 1) });
    fc.assert(
      fc.property(time, fc.constantFrom(...ZONES), (at, zone) => {
        const shown = new Date(at).toLocaleString('sv-SE', { timeZone: zone });
        const ours = new Date(at + zoneOffset(at, zone)).toISOString().slice(0, 19).replace('T', ' ');
        expect(ours).toBe(shown);
      }),
      { numRuns: 300 },
    );
  });

  it('refuses a zone that does not exist', () => {
    expect(() => zoneOffset(0, 'Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('nextOffsetChange', () => {
  const year = (n: number) => Date.UTC(n, 0, 1);

  it('finds the first change only', () => {
    expect(nextOffsetChange(year(2026), year(2027), 'Europe/Madrid')).toBe(Date.UTC(2026, 2, 29, 1));
  });

  it('leaves out a change at the start and takes one at the end', () => {
    const change = Date.UTC(2026, 2, 29, 1);
    expect(nextOffsetChange(change, change + HOUR, 'Europe/Madrid')).toBeNull();
    expect(nextOffsetChange(change - HOUR, change, 'Europe/Madrid')).toBe(change);
  });

  it('is null where nothing changes', () => {
    expect(nextOffsetChange(year(2020), year(2026), 'Asia/Kolkata')).toBeNull();
  });
});
