import { useCallback, useState } from 'react';
import { useSession } from './session/session-context.tsx';

/**
 * What is typed into a form, kept for this tab until it is sent, so that neither an error nor a lost session
 * (which loads the page anew) takes it away. Another account that signs in at the same tab does not see it. Never for passwords.
 */
export function useDraft<T>(key: string, initial: T): [T, (value: T) => void, () => void] {
  const session = useSession();
  // Whoever signs in by a form forgets its draft as the one who began it.
  const [who] = useState(() => (session ? (session.account.id ?? 'visitor') : 'nobody'));
  const name = `sunfleet.draft.${who}.${key}`;
  const [value, setValue] = useState<T>(() => read(name) ?? initial);
  const change = useCallback(
    (next: T) => {
      setValue(next);
      sessionStorage.setItem(name, JSON.stringify(next));
    },
    [name],
  );
  const clear = useCallback(() => sessionStorage.removeItem(name), [name]);
  return [value, change, clear];
}

function read<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}
