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

  /** Takes what devices are now. False where one that is new would have to stand between others: then all are read anew. */
  put(block: Block): boolean {
    const last = this.#size === 0 ? -1 : this.#columns.id[this.#size - 1]!;
    for (const [at, id] of block.id.entries()) {
      const row = id > last ? this.#size : this.rowOf(id);
      if (row === undefined) return false;
      if (row === this.#size) this.#makeRoom();
      for (const name of BOARD_NAMES) this.#columns[name][row] = block[name][at]!;
    }
    return true;
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
    if (this.#size === this.#columns.id.length) {
      const wider = columnsOf(2 * this.#size);
      for (const name of BOARD_NAMES) wider[name].set(this.#columns[name]);
      this.#columns = wider;
    }
    this.#size += 1;
  }
}

const columnsOf = (room: number) =>
  Object.fromEntries(
    BOARD_NAMES.map((name) => [
      name,
      BOARD_COLUMNS[name].wide ? new Float64Array(room) : new Float32Array(room),
    ]),
  ) as Record<BoardColumn, Column>;
