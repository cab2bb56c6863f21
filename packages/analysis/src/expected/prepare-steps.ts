import { openShare } from '../pv/array-light.ts';
import type { PvStation } from '../pv/expected-power.ts';
import { diodeYield } from './diode-yield.ts';

/**
 * Makes what is remembered of the arrays of a station, in steps between which others may have their turn: the table of a diode and the share of the sky over a horizon
 * take some milliseconds each, and a design has hundreds of arrays.
 */
export function* prepareSteps({
  arrays,
  horizon,
}: Pick<PvStation, 'arrays' | 'horizon'>): Generator<undefined, void, undefined> {
  for (const array of arrays) {
    yield;
    if (array.diode) diodeYield(array.diode);
    if (horizon) openShare(array, horizon);
  }
}
