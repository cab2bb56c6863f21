import type { LabelMark } from './label-chips.tsx';
import type { Tick } from './label-choices.tsx';

/** Something that carries labels. */
export interface Carrier {
  labels: readonly Pick<LabelMark, 'id'>[];
}

/** By id, whether all objects get the label (true) or lose it (false). Labels that are not named stay as they are. */
export type LabelChanges = ReadonlyMap<number, boolean>;

const carries = ({ labels }: Carrier, id: number) => labels.some((label) => label.id === id);

export const carriersOf = (objects: readonly Carrier[], id: number): number =>
  objects.filter((object) => carries(object, id)).length;

function tickNow(objects: readonly Carrier[], id: number): Tick {
  const carriers = carriersOf(objects, id);
  if (carriers === 0) return 'none';
  return carriers === objects.length ? 'all' : 'some';
}

/** What the box of a label shows. */
export function tickOf(objects: readonly Carrier[], changes: LabelChanges, id: number): Tick {
  const change = changes.get(id);
  if (change === undefined) return tickNow(objects, id);
  return change ? 'all' : 'none';
}

/** The box was clicked. One that only some carry goes round: on all, on none, as it was. */
export function toggled(objects: readonly Carrier[], changes: LabelChanges, id: number): LabelChanges {
  const now = tickNow(objects, id);
  const shown = tickOf(objects, changes, id);
  const next = new Map(changes);
  if (now === 'some' && shown === 'none') next.delete(id);
  else if (now !== 'some' && changes.has(id)) next.delete(id);
  else next.set(id, shown !== 'all');
  return next;
}

/** How many objects would carry more labels than one may. */
export function overfull(objects: readonly Carrier[], changes: LabelChanges, most: number): number {
  return objects.filter((object) => {
    const kept = object.labels.filter(({ id }) => changes.get(id) !== false).length;
    const added = [...changes].filter(([id, on]) => on && !carries(object, id)).length;
    return added > 0 && kept + added > most;
  }).length;
}

/** The changes as the server takes them. */
export function toInput(changes: LabelChanges): { add: number[]; remove: number[] } {
  const ids = (wanted: boolean) => [...changes].flatMap(([id, on]) => (on === wanted ? [id] : []));
  return { add: ids(true), remove: ids(false) };
}
