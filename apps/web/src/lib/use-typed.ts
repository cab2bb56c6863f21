import { startTransition, useOptimistic } from 'react';

/**
 * The text of a field whose change draws a whole page: each letter is on screen at once, the page follows when the machine gets to it.
 * Without this a letter vanishes until the page is drawn, and one that is typed meanwhile replaces it.
 */
export function useTyped(
  value: string,
  onChange: (text: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useOptimistic(value);
  const type = (text: string) =>
    startTransition(() => {
      setTyped(text);
      onChange(text);
    });
  return [typed, type];
}
