import { describe, expect, test } from 'vitest';
import { contrast } from '../../lib/contrast.ts';
import { themeTokens } from '../../test/theme-tokens.ts';

describe.each(Object.entries(themeTokens()))('%s', (_name, tokens) => {
  const texts = ['text', 'text-muted', ...Object.keys(tokens).filter((name) => name.startsWith('status-'))];

  test.each(texts)('--%s reads on every surface', (name) => {
    for (const surface of ['background', 'surface', 'surface-raised', 'hover']) {
      expect(contrast(tokens[name]!, tokens[surface]!), `on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(['border-strong', 'focus'])('--%s is seen', (name) => {
    expect(contrast(tokens[name]!, tokens['surface']!)).toBeGreaterThanOrEqual(3);
  });
});
