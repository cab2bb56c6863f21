import { useState } from 'react';
import { useMay, usePersonal } from '../../../lib/session/session-context.tsx';
import { useDelayed } from '../../../lib/use-delayed.ts';

/** How a filter of the list looks for what is kept under Operations by what is typed, for who sees that. */
export function useFoundNames() {
  const [text, setText] = useState('');
  const sees = useMay('operations.view');
  const enabled = !usePersonal() && sees;
  const q = useDelayed(text.trim(), 250);
  return { enabled, query: { pageSize: 50, ...(q ? { q } : {}) }, onSearch: setText };
}
