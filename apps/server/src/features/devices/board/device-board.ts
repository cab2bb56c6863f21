import { BOARD_COLUMNS, BOARD_NAMES, type BoardColumn } from './board-columns.ts';

export type Column = Float64Array | Float32Array;
/** Some devices, in the order of their ids. */
export type Block = Readonly<Record<BoardColumn, Float64Array>>;

const FIRST_ROOM = 1024;

/** What lists of very many devices are narrowed and ordered by, a column each: rows are in the order of ids, and what is not known is NaN. */
export class DeviceBoard {
  #columns = columnsOf(FIRST_ROOM);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  column(name: BoardColumn): Column {
    return this.#columns[name].subarray(0, this.#size);
  }

  /** The row of a device; undefined where it is not known. */
  rowOf(id: number): number | undefined {
    const row = this.#placeOf(id);
    return row < this.#size && this.#columns.id[row] === id ? row : undefined;
  }

  /** Takes what devices are now, in the order of their ids. */
  put(block: Block): void {
    const fresh: number[] = [];
    for (const [at, id] of block.id.entries()) {
      const row = this.rowOf(id);
      if (row === undefined) fresh.push(at);
      else for (const name of BOARD_NAMES) this.#columns[name][row] = block[name][at]!;
    }
    this.#insert(block, fresh);
  }

  /** Forgets devices that are not among these, which are in order. */
  keep(ids: Float64Array): void {
    let [to, found] = [0, 0];
    for (let from = 0; from < this.#size && found < ids.length; from += 1) {
      const id = this.#columns.id[from]!;
      while (ids[found]! < id) found += 1;
      if (ids[found] !== id) continue;
      if (from !== to) this.#move(from, to);
      to += 1;
    }
    this.#size = to;
  }

  /** Puts new devices between those that are known, from the end, so that nothing is written over before it has moved. */
  #insert(block: Block, fresh: readonly number[]): void {
    if (fresh.length === 0) return;
    let known = this.#size - 1;
    this.#size += fresh.length;
    this.#makeRoom();
    let to = this.#size - 1;
    for (const at of fresh.toReversed()) {
      while (known >= 0 && this.#columns.id[known]! > block.id[at]!) this.#move(known--, to--);
      for (const name of BOARD_NAMES) this.#columns[name][to] = block[name][at]!;
      to -= 1;
    }
  }

  #move(from: number, to: number): void {
    for (const name of BOARD_NAMES) this.#columns[name][to] = this.#columns[name][from]!;
  }

  #placeOf(id: number): number {
    const ids = this.#columns.id;
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #makeRoom(): void {
    if (this.#size <= this.#columns.id.length) return;
    const wider = columnsOf(2 * this.#size);
    for (const name of BOARD_NAMES) wider[name].set(this.#columns[name]);
    this.#columns = wider;
  }
}

const columnsOf = (room: number) =>
  Object.fromEntries(
    BOARD_NAMES.map((name) => [
      name,
      BOARD_COLUMNS[name].wide ? new Float64Array(room) : new Float32Array(room),
    ]),
  ) as Record<BoardColumn, Column>;
