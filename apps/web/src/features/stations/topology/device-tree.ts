import type { DeviceRow, StationLive } from '@sunfleet/contract';

export type TreeKind = 'station' | 'device' | 'storage' | 'grid' | 'mppt' | 'string' | 'more';

/** Something that power or data runs through, with what hangs on it. */
export interface TreeNode {
  key: string;
  kind: TreeKind;
  /** Of a device, and of the battery behind a hybrid inverter. */
  device?: DeviceRow;
  /** Number of an MPPT input or a string; of `more` how many are not shown. */
  n?: number;
  /** W; of the grid import +, of a battery discharge +. */
  power: number | null;
  /** Percent. */
  soc: number | null;
  /** V and A of an input or string. */
  voltage?: number | null;
  current?: number | null;
  alarms: number;
  children: readonly TreeNode[];
  /** May be opened, though what is in it is not read yet. */
  opens: boolean;
}

/** A newest value as `deviceLatest` answers it. */
export interface InputPoint {
  key: string;
  value: number;
}

interface Planned {
  id: number;
  name: string;
  live: Pick<StationLive, 'power' | 'soc' | 'grid'>;
}

const PRODUCERS: ReadonlySet<DeviceRow['kind']> = new Set(['inverter', 'hybrid', 'micro']);

/**
 * Devices of a station as they hang on each other: what hangs on nothing hangs on the station. A hybrid inverter has its battery, a grid meter the grid behind it; without such
 * a meter the station has it where its power is known. `inputs`: newest points of the producers that were opened.
 */
export function deviceTree(
  station: Planned,
  rows: readonly DeviceRow[],
  inputs: ReadonlyMap<number, readonly InputPoint[]>,
): TreeNode {
  const ids = new Set(rows.map(({ id }) => id));
  const behind = new Map<number | null, DeviceRow[]>();
  for (const row of rows) {
    const parent = row.parent && row.parent.id !== row.id && ids.has(row.parent.id) ? row.parent.id : null;
    behind.set(parent, [...(behind.get(parent) ?? []), row]);
  }
  const grid: TreeNode = {
    key: 'grid',
    kind: 'grid',
    power: station.live.grid,
    soc: null,
    alarms: 0,
    children: [],
    opens: false,
  };
  let metered = false;
  const nodeOf = (row: DeviceRow, above: ReadonlySet<number>): TreeNode => {
    const { id, kind, live, meterRole } = row;
    const seen = new Set(above).add(id);
    const children = (behind.get(id) ?? [])
      .filter((child) => !seen.has(child.id))
      .map((child) => nodeOf(child, seen));
    if (PRODUCERS.has(kind)) children.push(...inputNodes(id, inputs.get(id) ?? []));
    if (kind === 'hybrid' && live.soc !== null) children.push(batteryOf(row, inputs.get(id) ?? []));
    if (kind === 'meter' && (meterRole ?? 'grid') === 'grid' && !metered) {
      metered = true;
      children.push(grid);
    }
    return {
      key: `d${id}`,
      kind: 'device',
      device: row,
      power: live.power,
      soc: kind === 'battery' ? live.soc : null,
      alarms: live.openAlarms,
      children,
      opens: children.length > 0 || PRODUCERS.has(kind),
    };
  };
  const children = (behind.get(null) ?? []).map((row) => nodeOf(row, new Set()));
  if (!metered && grid.power !== null) children.push(grid);
  return {
    key: 'station',
    kind: 'station',
    power: station.live.power,
    soc: null,
    alarms: 0,
    children,
    opens: children.length > 0,
  };
}

function batteryOf(row: DeviceRow, points: readonly InputPoint[]): TreeNode {
  const power = points.find(({ key }) => key === 'battery.power')?.value ?? null;
  return {
    key: `b${row.id}`,
    kind: 'storage',
    device: row,
    power,
    soc: row.live.soc,
    alarms: 0,
    children: [],
    opens: false,
  };
}

/** MPPT inputs and strings that a producer tells of. No device tells which string is on which input, so they stand side by side. */
function inputNodes(device: number, points: readonly InputPoint[]): TreeNode[] {
  const found = new Map<
    string,
    { kind: 'mppt' | 'string'; n: number; values: Partial<Record<string, number>> }
  >();
  for (const { key, value } of points) {
    const [, family, n, quantity] = /^(pv|str)(\d+)\.(power|voltage|current)$/.exec(key) ?? [];
    if (!family || !n || !quantity) continue;
    const of = `${family}${n}`;
    const known = found.get(of) ?? {
      kind: family === 'pv' ? ('mppt' as const) : ('string' as const),
      n: Number(n),
      values: {},
    };
    known.values[quantity] = value;
    found.set(of, known);
  }
  return [...found.values()]
    .toSorted((a, b) => (a.kind === b.kind ? a.n - b.n : a.kind === 'mppt' ? -1 : 1))
    .map(({ kind, n, values }) => {
      const { voltage = null, current = null } = values;
      const product = voltage === null || current === null ? null : voltage * current;
      return {
        key: `${kind}${device}/${n}`,
        kind,
        n,
        power: values['power'] ?? product,
        soc: null,
        voltage,
        current,
        alarms: 0,
        children: [],
        opens: false,
      };
    });
}

/** How many of a node's children are shown at a time: thousands would be neither read nor drawn quickly. */
export const SHOWN_AT_ONCE = 40;

/** How many children of which node are shown; 0: it is closed. */
export type Opened = ReadonlyMap<string, number>;

/** What is open of a tree; where more is left, a last child says how much. */
export function shownTree(node: TreeNode, opened: Opened): TreeNode {
  const shown = opened.get(node.key) ?? 0;
  const children = node.children.slice(0, shown).map((child) => shownTree(child, opened));
  const left = shown === 0 ? 0 : node.children.length - shown;
  if (left > 0)
    children.push({
      key: `${node.key}+`,
      kind: 'more',
      n: left,
      power: null,
      soc: null,
      alarms: 0,
      children: [],
      opens: true,
    });
  return { ...node, children };
}

/** Devices up to which inverters are open at first: what is in each is read by itself. */
const FEW = 8;

/** A small station is open down to its inputs or devices, a large one down to its loggers. */
export function openedAtFirst(tree: TreeNode, devices: number): Opened {
  const opened = new Map([[tree.key, SHOWN_AT_ONCE]]);
  if (devices > SHOWN_AT_ONCE) return opened;
  for (const { key, device, opens } of flatTree(tree)) {
    const isProducer = device !== undefined && PRODUCERS.has(device.kind);
    if (opens && (!isProducer || devices <= FEW)) opened.set(key, SHOWN_AT_ONCE);
  }
  return opened;
}

/** What a click on a node opens or closes; of `more` the next ones of its parent. */
export function toggled(opened: Opened, { key, kind }: Pick<TreeNode, 'key' | 'kind'>): Opened {
  const next = new Map(opened);
  const of = kind === 'more' ? key.slice(0, -1) : key;
  const shown = opened.get(of) ?? 0;
  next.set(of, kind === 'more' ? shown + SHOWN_AT_ONCE : shown > 0 ? 0 : SHOWN_AT_ONCE);
  return next;
}

/** All nodes of a tree, each before its children. */
export const flatTree = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(flatTree)];
