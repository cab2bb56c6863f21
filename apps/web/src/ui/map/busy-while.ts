import type { Map } from 'maplibre-gl';

/** Takes note of work that brings something to draw. */
export type During = (work: Promise<unknown>) => void;

/** Says by `aria-busy` that something of the map is still to come: until every work has ended and what it brought is drawn. */
export function busyWhile(map: Map, element: HTMLElement): During {
  let works = 0;
  element.ariaBusy = 'false';
  const end = () => {
    works -= 1;
    if (works === 0) element.ariaBusy = 'false';
  };
  return (work) => {
    works += 1;
    element.ariaBusy = 'true';
    const drawn = () => {
      map.once('idle', end);
      // A map that has nothing to draw does not become idle again by itself.
      map.triggerRepaint();
    };
    work.then(drawn, drawn);
  };
}
