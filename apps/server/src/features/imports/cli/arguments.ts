import { parseArgs } from 'node:util';
import type { ImportMapping } from '@sunfleet/contract';

export const USAGE = `Usage: npm run import -- <file.csv> --station <id or name> [options]

  --map "<column>=<point>[*scale][+offset][@sn]"   one for each column; guessed from the names where none is given
  --sn <serial number> | --device-column <column>  which device the rows belong to
  --sn-prefix <text>           put before every serial number of the file
  --time-column, --time-format, --zone             iso, epochMs, epochS or a pattern such as "DD/MM/YYYY HH:mm"
  --delimiter, --decimal, --encoding, --null <text>
  --kind <inverter|hybrid|meter|weather|...>       kind of devices that are new
  --skip-rows                  leave out rows with errors instead of refusing the file
  --preview                    show the layout and the mapping, import nothing
  --api <url>                  http://localhost:8080 where not given (or SUNFLEET_API)
  --user <account>             with SUNFLEET_PASSWORD, or --token (or SUNFLEET_TOKEN)`;

type Environment = Readonly<Record<string, string | undefined>>;

export interface ImportArguments {
  file: string;
  station: string;
  api: string;
  token: string | undefined;
  user: string | undefined;
  password: string | undefined;
  preview: boolean;
  onError: 'refuse' | 'skipRows';
  /** What was asked for; the rest is the server's guess. */
  mapping: Partial<ImportMapping>;
}

const OPTIONS = {
  station: { type: 'string' },
  map: { type: 'string', multiple: true },
  sn: { type: 'string' },
  'sn-prefix': { type: 'string' },
  'device-column': { type: 'string' },
  'time-column': { type: 'string' },
  'time-format': { type: 'string' },
  zone: { type: 'string' },
  delimiter: { type: 'string' },
  decimal: { type: 'string' },
  encoding: { type: 'string' },
  null: { type: 'string', multiple: true },
  kind: { type: 'string' },
  'skip-rows': { type: 'boolean', default: false },
  preview: { type: 'boolean', default: false },
  api: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  token: { type: 'string' },
} as const;

/** Reads the command line. Throws an `Error` whose message tells what is missing. */
export function readArguments(argv: readonly string[], environment: Environment): ImportArguments {
  const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error('Name one file.');
  if (!values.station) throw new Error('Name the station: --station <id or name>.');
  const mapping = {
    timeColumn: values['time-column'],
    timeFormat: values['time-format'],
    timeZone: values.zone,
    sn: values.sn,
    snPrefix: values['sn-prefix'],
    deviceColumn: values['device-column'],
    delimiter: values.delimiter === 'tab' ? '\t' : values.delimiter,
    decimal: values.decimal,
    encoding: values.encoding,
    nullTexts: values.null,
    deviceKind: values.kind,
    columns: values.map?.map(readMapped),
  };
  const given = Object.entries(mapping).filter(([, value]) => value !== undefined);
  return {
    file,
    station: values.station,
    api: (values.api ?? environment.SUNFLEET_API ?? 'http://localhost:8080').replace(/\/$/, ''),
    token: values.token ?? environment.SUNFLEET_TOKEN,
    user: values.user ?? environment.SUNFLEET_USER,
    password: values.password ?? environment.SUNFLEET_PASSWORD,
    preview: values.preview,
    onError: values['skip-rows'] ? 'skipRows' : 'refuse',
    mapping: Object.fromEntries(given),
  };
}

/** `P_ac (kW)=ac.power*1000@INV01`: the column name may hold any sign, the point none of those that follow it. */
function readMapped(text: string): ImportMapping['columns'][number] {
  const match =
    /^(?<column>.+)=(?<point>[A-Za-z0-9.]+)(?:(?<op>[*/])(?<factor>[\d.eE-]+))?(?:\+(?<offset>-?[\d.]+))?(?:@(?<sn>.+))?$/.exec(
      text,
    );
  const { column, point, op, factor, offset, sn } = match?.groups ?? {};
  const number = Number(factor ?? 1);
  if (column === undefined || point === undefined || !Number.isFinite(number) || number === 0) {
    throw new Error(`--map "${text}" is not of the form "<column>=<point>[*scale][+offset][@sn]".`);
  }
  return {
    column,
    point,
    scale: op === '/' ? 1 / number : number,
    offset: Number(offset ?? 0),
    ...(sn === undefined ? {} : { sn }),
  };
}
