/** Channels, values of each, and time between two: a tenth of a second around the fault. */
const VALUES = 200;
const STEP_MS = 0.5;
const BEFORE_MS = 60;

/** What an inverter recorded around an overvoltage of the grid at a time: the waves of voltage and current, which ends with it. */
export function faultRecording(at: number): object {
  const wave = (peak: (ms: number) => number, shift: number) =>
    Array.from({ length: VALUES }, (_, index) => {
      const ms = index * STEP_MS - BEFORE_MS;
      return Math.round(peak(ms) * Math.sin((2 * Math.PI * (ms - shift)) / 20) * 10) / 10;
    });
  return {
    at,
    code: 'GRID-OV',
    from: at - BEFORE_MS,
    stepMs: STEP_MS,
    channels: [
      { key: 'ac.l1.voltage', unit: 'V', values: wave((ms) => (ms < 0 ? 325 : 410), 0) },
      { key: 'ac.l1.current', unit: 'A', values: wave((ms) => (ms < 10 ? 20 : 0), 1) },
    ],
  };
}
