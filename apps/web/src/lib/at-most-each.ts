/** Does something at once when asked, and once more after `ms` for whatever asked meanwhile: however often it is asked, it is done once in that time. */
export function atMostEach(ms: number, work: () => void): () => void {
  let rests = false;
  let again = false;
  const run = () => {
    again = false;
    rests = true;
    setTimeout(() => {
      rests = false;
      if (again) run();
    }, ms);
    work();
  };
  return () => {
    if (rests) again = true;
    else run();
  };
}
