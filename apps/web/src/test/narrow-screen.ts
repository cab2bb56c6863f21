/** Makes the page a phone's until what it answers is called. */
export function narrowScreen(): () => void {
  const before = globalThis.matchMedia;
  globalThis.matchMedia = (query) => ({ ...before(query), matches: query.includes('max-width') });
  return () => {
    globalThis.matchMedia = before;
  };
}
