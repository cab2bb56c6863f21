/** A message at the page's edge. Errors stay until they are closed, the others go by themselves. */
export interface Notice {
  id: number;
  kind: 'error' | 'success' | 'info';
  text: string;
}

const SHOWN_MS = 5000;
const MOST = 4;

let notices: readonly Notice[] = [];
let count = 0;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

export const getNotices = (): readonly Notice[] => notices;

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const closeNotice = (id: number): void => change(notices.filter((notice) => notice.id !== id));

/** Shows a message; the same text twice is one message. */
export function showNotice(kind: Notice['kind'], text: string): void {
  if (notices.some((notice) => notice.text === text)) return;
  const id = (count += 1);
  change([...notices, { id, kind, text }].slice(-MOST));
  if (kind !== 'error') setTimeout(() => closeNotice(id), SHOWN_MS);
}
