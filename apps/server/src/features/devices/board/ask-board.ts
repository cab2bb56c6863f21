import { sql } from 'kysely';
import { createSharedAnswers } from '../../../platform/shared-answers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { limitTo, type Paging } from '../../../platform/postgres/list-query.ts';
import type { DeviceCounts } from '../count-devices.ts';
import type { DeviceFilter, ScopedActor } from '../device-filter.ts';
import { badnessOf, keyOf, orderBy, type DeviceSort } from '../device-sort.ts';
import { STATUSES, type BoardColumn } from './board-columns.ts';
import type { Column } from './device-board.ts';
import { createBoardKeeper, type BoardKeeper, type ListedBoard } from './keep-board.ts';
import { matchDevices, type Matched } from './match-devices.ts';
import { nameSets } from './named-sets.ts';
import { rowsInOrder } from './rows-in-order.ts';

type Query = DeviceFilter & Paging & { sort: DeviceSort; order: 'asc' | 'desc' };

/** What the board knows of a list: its counts, and the ids of a page where it knows their order. */
export interface BoardAnswer {
  counts: DeviceCounts;
  ids: readonly number[] | undefined;
}

export interface Boards extends Pick<BoardKeeper, 'want'> {
  /** Undefined where the database has to be asked: no board is kept, the list is of few, or the filter names very many devices one by one. */
  ask(scoped: ScopedActor, query: Query): Promise<BoardAnswer | undefined>;
}

const KEEP_MS = 5000;
const MOST_KEPT = 20;
/** So many are ordered by the database by what does not stand on the board; more are read along its indexes. */
const MOST_ORDERED = 2000;

export function createBoards(platform: Pick<Platform, 'db' | 'log' | 'health'>): Boards {
  const { db } = platform;
  const keeper = createBoardKeeper(platform);
  const stations = createSharedAnswers<Float64Array>({
    keepMs: KEEP_MS,
    keeps: () => true,
    most: MOST_KEPT,
    now: () => performance.now(),
  });
  return {
    want: () => keeper.want(),
    async ask(scoped, query) {
      if (!query.bound || query.stationId !== undefined || query.ids || !keeper.current()) return undefined;
      const sets = await nameSets({ db, scoped, filter: query, stations });
      const listed = keeper.current();
      if (!sets || !listed) return undefined;
      if (isBySerial(query.sort)) keeper.wantSerials();
      const matched = matchDevices(listed.board, query, { sets, now: scoped.actor.at });
      return { counts: matched.counts, ids: await pageOf(platform, { listed, matched, query }) };
    },
  };
}

const isBySerial = (sort: DeviceSort): boolean => sort === 'sn' || sort === 'parent';

/** The ids of a page; undefined where very many are in an order that does not stand on the board. */
async function pageOf(
  { db }: Pick<Platform, 'db'>,
  { listed, matched: { rows }, query }: { listed: ListedBoard; matched: Matched; query: Query },
): Promise<readonly number[] | undefined> {
  const ids = listed.board.column('id');
  const key = keyOnBoard(listed, query.sort);
  if (key) {
    const { order, page, pageSize } = query;
    const keys = new Float64Array(rows.length);
    for (let at = 0; at < rows.length; at += 1) keys[at] = key(rows[at]!);
    const part = { order, before: (page - 1) * pageSize, rows: pageSize };
    return rowsInOrder(keys, part).map((at) => ids[rows[at]!]!);
  }
  if (rows.length > MOST_ORDERED) return undefined;
  const those = Array.from(rows, (row) => ids[row]!);
  const { rows: ordered } = await sql<{ id: number }>`
    SELECT devices.id FROM devices JOIN device_states AS state ON state.device_id = devices.id
     WHERE devices.id = ANY(${those}::bigint[]) ORDER BY ${orderBy([keyOf(query.sort), sql`devices.id`], query)} ${limitTo(query)}`.execute(
    db,
  );
  return ordered.map(({ id }) => id);
}

/** What stands on the board for an order. */
const COLUMNS: Partial<Record<DeviceSort, BoardColumn>> = {
  kind: 'kind',
  connection: 'connection',
  alarms: 'alarms',
  power: 'power',
  ratedPower: 'ratedPower',
  energyToday: 'energyToday',
  soc: 'soc',
  signal: 'signal',
  lastDataAt: 'lastDataAt',
  productionDate: 'productionDate',
  warrantyEnd: 'warrantyEnd',
  firstPowerOn: 'firstPowerOn',
  soldOn: 'soldOn',
};

function keyOnBoard(
  { board, words, stations, serials }: ListedBoard,
  sort: DeviceSort,
): ((row: number) => number) | undefined {
  if (sort === 'worst') {
    const [statuses, alarms] = [board.column('status'), board.column('alarms')];
    const badness = STATUSES.map(badnessOf);
    return (row) => badness[statuses[row]!]! + alarms[row]!;
  }
  if (sort === 'station') return placed(board.column('station'), stations);
  if (isBySerial(sort)) {
    if (!serials) return undefined;
    const ids = board.column('id');
    const { placeOf, parentOf } = serials;
    return sort === 'sn' ? (row) => placeOf[ids[row]!] ?? NaN : (row) => placeOf[parentOf[ids[row]!]!] ?? NaN;
  }
  if (sort === 'name' || sort === 'model' || sort === 'manufacturer' || sort === 'firmware')
    return placed(board.column(sort), words);
  const name = COLUMNS[sort];
  const column = name && board.column(name);
  return column && ((row) => column[row]!);
}

/** By the order of names; undefined where this is not known. */
const placed = (column: Column, names: ListedBoard['words']) =>
  names && ((row: number) => names.placeOf[column[row]!] ?? Number.NaN);
