import { readFileSync } from 'node:fs';
import path from 'node:path';

const css = readFileSync(path.join(import.meta.dirname, '../ui/tokens.css'), 'utf8');

function tokensOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  );
}

/** The colours of `tokens.css` by name, as both themes have them. */
export function themeTokens(): { light: Record<string, string>; dark: Record<string, string> } {
  const [light = '', dark = ''] = css.split(":root[data-theme='dark']");
  return { light: tokensOf(light), dark: { ...tokensOf(light), ...tokensOf(dark) } };
}
