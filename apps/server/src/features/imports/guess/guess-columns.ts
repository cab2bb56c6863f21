import type { ImportMapping } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model/points';

type GuessedColumn = ImportMapping['columns'][number];

/** Words of column names and the point they mean, most telling first. Names are compared in lower case without separators. */
const MEANINGS: readonly (readonly [RegExp, string | ((match: RegExpExecArray) => string)])[] = [
  [/^v(?:dc)?pv(\d+)|^(?:pv|mppt)(\d+)(?:voltage|v\b)/, (m) => `pv${m[1] ?? m[2]}.voltage`],
  [/^i(?:dc)?pv(\d+)|^(?:pv|mppt)(\d+)(?:current|i\b)/, (m) => `pv${m[1] ?? m[2]}.current`],
  [/^p(?:dc)?pv(\d+)|^(?:pv|mppt)(\d+)(?:power|p\b)|^dcmppt(\d+)/, (m) => `pv${m[1] ?? m[2] ?? m[3]}.power`],
  [/^vstr(?:ing)?(\d+)/, (m) => `str${m[1]}.voltage`],
  [/^istr(?:ing)?(\d+)/, (m) => `str${m[1]}.current`],
  [/^vac(?:phase)?([rst])$/, (m) => `ac.l${'rst'.indexOf(m[1]!) + 1}.voltage`],
  [/^iac(?:phase)?([rst])$/, (m) => `ac.l${'rst'.indexOf(m[1]!) + 1}.current`],
  [
    /poa|planeofarray|irradiat|irradianc|einstrahlung|irradiaci|irraggiamento|日射|辐照|일사/,
    'irradiance.poa',
  ],
  [/^ghi|globalhorizontal/, 'irradiance.ghi'],
  [/(?:module|panel|cell|modul).*temp|temp.*(?:module|panel|cell|modul)/, 'temp.module'],
  [
    /(?:ambient|air|outdoor|outside|umgebung|aussen).*temp|temp.*(?:ambient|air|outdoor|outside)|^dbt$/,
    'temp.ambient',
  ],
  [/inv(?:erter)?temp|temp.*inverter/, 'temp.inverter'],
  [
    /(?:total|lifetime|cumulative|gesamt).*(?:yield|energy|generation|production|ertrag|energie|kwh)|^e(?:ac)?total|累计发电|总发电/,
    'energy.total',
  ],
  [
    /(?:daily|today|day).*(?:yield|energy|generation|production|kwh)|^e(?:ac)?(?:today|day)|tagesertrag|当日发电|日发电/,
    'energy.day',
  ],
  [/soc|stateofcharge|ladezustand/, 'battery.soc'],
  [/batt?(?:ery)?power|^pbat/, 'battery.power'],
  [/(?:grid|net).*power|^pgrid|meterpower/, 'grid.power'],
  [/(?:load|house|site|consumption).*power|^pload|verbrauch/, 'load.power'],
  [/dc.*power|^pdc|^ppv|^dc$/, 'dc.power'],
  [/^p$|^pac$|ac.*power|power|leistung|potencia|potenza|puissance|^moc|功率|出力|전력|^ac$/, 'ac.power'],
  [/^fac|frequency|frequenz/, 'ac.frequency'],
  [/powerfactor|^pf$|cosphi/, 'ac.powerFactor'],
  [/windspeed|^ws\d*$|windgeschwindigkeit/, 'wind.speed'],
  [/winddir|^wd\d*$|windrichtung/, 'wind.direction'],
  [/humidity|^rh$|luftfeucht/, 'humidity'],
  [/pressure|^patmo|luftdruck/, 'pressure'],
  [/rain|precipitation|niederschlag/, 'rain'],
];

/** Names in front of a column that set one device apart from another: `Inv1_AC`. */
const DEVICE_PREFIX = /^((?:inv(?:erter)?|wr|meter|logger)[\s_-]?\d{1,3})[\s_.:-]+([^\s_.:-].*)$/i;

/** A longer name of a column says nothing; the patterns above would take long for it. */
const LONGEST_NAME = 200;

/** Columns whose names say what they hold, with the scale to the platform's units. Each point of a device is taken once. */
export function guessColumns(header: readonly string[], skip: ReadonlySet<string>): GuessedColumn[] {
  const taken = new Set<string>();
  return header.flatMap((column) => {
    if (skip.has(column) || column.length > LONGEST_NAME) return [];
    const prefixed = DEVICE_PREFIX.exec(column);
    const sn = prefixed?.[1]?.replaceAll(/\s/g, '');
    const name = prefixed?.[2] ?? column;
    const point = pointOf(name);
    if (point === undefined || taken.has(`${sn} ${point}`)) return [];
    taken.add(`${sn} ${point}`);
    return [{ column, point, scale: scaleOf(name, point), offset: 0, ...(sn ? { sn } : {}) }];
  });
}

function pointOf(name: string): string | undefined {
  const words = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll(/[([{].*?[)\]}]/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  for (const [pattern, meaning] of MEANINGS) {
    const match = pattern.exec(words);
    if (!match) continue;
    const key = typeof meaning === 'string' ? meaning : meaning(match);
    if (pointByKey(key)) return key;
  }
  return undefined;
}

/** Unit words at the end of a name or in brackets, and what makes them W, kWh and W/m2. */
const SCALES: Readonly<Record<string, readonly (readonly [RegExp, number])[]>> = {
  W: [
    [/(?:^|[^a-z])mw(?:$|[^a-z])/i, 1e6],
    [/(?:^|[^a-z])kw(?:$|[^a-z])/i, 1000],
  ],
  kWh: [
    [/(?:^|[^a-z])mwh(?:$|[^a-z])/i, 1000],
    [/(?:^|[^a-z])wh(?:$|[^a-z])/i, 0.001],
  ],
  'W/m²': [[/kw\s?\/?\s?m/i, 1000]],
};

function scaleOf(name: string, point: string): number {
  const unit = pointByKey(point)?.unit ?? '';
  return SCALES[unit]?.find(([pattern]) => pattern.test(name))?.[1] ?? 1;
}

const DEVICE_NAMES =
  /^(?:sn|serial|serialnumber|device|deviceid|devicesn|inverter|inverterid|invertersn|sourcekey|logger|plantunit|wechselrichter|seriennummer|设备|序列号)$/;

/** The column that names a device in each row, by its own name and by holding texts that repeat. */
export function guessDeviceColumn(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string | undefined {
  return header.find((name, index) => {
    if (!DEVICE_NAMES.test(name.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))) return false;
    const values = rows.map((row) => row[index]?.trim() ?? '');
    return (
      values.every((value) => value !== '') && (values.length < 2 || new Set(values).size < values.length)
    );
  });
}
