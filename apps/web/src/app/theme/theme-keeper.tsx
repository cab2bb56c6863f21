import { useEffect } from 'react';
import { useDark } from '../../lib/appearance.ts';
import { useCallFunction } from '../../lib/call/call-context.tsx';
import { useStored } from '../../lib/use-stored.ts';
import { applyTheme } from './apply-theme.ts';
import { findHostTheme } from './host-theme.ts';
import { loadThemes } from './load-themes.ts';
import { storedTheme } from './stored-theme.ts';

/** Keeps the page in the host's colour and in the chosen light. Draws nothing. */
export function ThemeKeeper() {
  const dark = useDark();
  const theme = useStored(storedTheme);
  const call = useCallFunction();
  useEffect(() => applyTheme(theme, dark), [theme, dark]);
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="sunfleet-theme-hosts"]');
    const fallbackHosts = meta?.content.split(/\s+/).filter(Boolean) ?? [];
    void findHostTheme({ location, fallbackHosts, load: (host) => loadThemes(host, call) }).then((found) =>
      storedTheme.set(found),
    );
  }, [call]);
  return null;
}
