/** Takes note of work that brings something to draw. */
export type During = (work: Promise<unknown>) => void;

/** Says by `aria-busy` that something of a map is still to come. */
export function busyWhile(element: HTMLElement): During {
  let works = 0;
  element.ariaBusy = 'false';
  const end = () => {
    works -= 1;
    if (works === 0) element.ariaBusy = 'false';
  };
  return (work) => {
    works += 1;
    element.ariaBusy = 'true';
    work.then(end, end);
  };
}
