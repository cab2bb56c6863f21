import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast } from '../../lib/contrast.ts';

const css = readFileSync(path.join(import.meta.dirname, '../../ui/tokens.css'), 'utf8');

function tokensOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  );
}

const [light = '', dark = ''] = css.split(":root[data-theme='dark']");
const themes = { light: tokensOf(light), dark: { ...tokensOf(light), ...tokensOf(dark) } };

describe.each(Object.entries(themes))('%s', (_name, tokens) => {
  const texts = ['text', 'text-muted', ...Object.keys(tokens).filter((name) => name.startsWith('status-'))];

  test.each(texts)('--%s reads on every surface', (name) => {
    for (const surface of ['background', 'surface', 'surface-raised', 'hover']) {
      expect(contrast(tokens[name]!, tokens[surface]!), `on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(['border-strong', 'focus'])('--%s is seen', (name) => {
    expect(contrast(tokens[name]!, tokens['surface']!)).toBeGreaterThanOrEqual(3);
  });

  test.each(['pv', 'load', 'grid', 'battery', 'ev'])('energy %s stands out from the surface', (name) => {
    expect(contrast(tokens[`energy-${name}`]!, tokens['surface']!)).toBeGreaterThanOrEqual(2.5);
  });
});
