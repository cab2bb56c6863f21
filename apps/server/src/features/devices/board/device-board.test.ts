import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOARD_NAMES } from './board-columns.ts';
import { DeviceBoard, type Block } from './device-board.ts';

const ids = fc.uniqueArray(fc.nat(60), { maxLength: 12 }).map((each) => each.toSorted((a, b) => a - b));
const steps = fc.array(fc.record({ put: ids, gone: ids }), { maxLength: 6 });

/** What devices are after a step: all columns say the same number. */
function blockOf(known: readonly number[], step: number): Block {
  const values = (id: number) => 1000 * step + id;
  return Object.fromEntries(
    BOARD_NAMES.map((name) => [name, Float64Array.from(known, (id) => (name === 'id' ? id : values(id)))]),
  ) as unknown as Block;
}

test('devices that come, change and go in any order stand in the order of their ids with what they are now', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const board = new DeviceBoard();
      const wanted = new Map<number, number>();
      for (const [step, { put, gone }] of all.entries()) {
        board.put(blockOf(put, step));
        for (const id of put) wanted.set(id, 1000 * step + id);
        for (const id of gone) wanted.delete(id);
        // Some that the board has not seen yet are among those that are there.
        const there = [...wanted.keys(), 61 + step].toSorted((a, b) => a - b);
        board.keep(Float64Array.from(there));
        const known = [...wanted].toSorted(([a], [b]) => a - b);
        expect([...board.column('id')]).toEqual(known.map(([id]) => id));
        expect([...board.column('power')]).toEqual(known.map(([, value]) => value));
        expect([...board.column('name')]).toEqual(known.map(([, value]) => value));
        for (const [row, [id]] of known.entries()) expect(board.rowOf(id)).toBe(row);
      }
    }),
  );
});
