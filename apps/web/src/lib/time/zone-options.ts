interface ZoneOption {
  value: string;
  label: string;
}

/** Names in use today that browsers still list under older ones. */
const RENAMED = [
  'America/Argentina/Buenos_Aires',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Europe/Kyiv',
];

/** `UTC+1` and the like for loggers that never change their clocks; the sign of these names is the other way round. */
const FIXED: readonly ZoneOption[] = Array.from({ length: 27 }, (_, index) => index - 12)
  .filter((hours) => hours !== 0)
  .map((hours) => ({
    value: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
    label: `UTC${hours > 0 ? '+' : '−'}${Math.abs(hours)}`,
  }));

/** Every zone that may be chosen: places, then fixed offsets; the chosen one is always among them. */
export function zoneOptions(chosen: string): ZoneOption[] {
  const names = [...Intl.supportedValuesOf('timeZone'), ...RENAMED].filter(
    (zone) => !zone.startsWith('Etc/'),
  );
  const other = FIXED.some(({ value }) => value === chosen) ? '' : chosen;
  const places = [...new Set(['UTC', other, ...names.toSorted()])].filter(Boolean);
  return [...places.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })), ...FIXED];
}
