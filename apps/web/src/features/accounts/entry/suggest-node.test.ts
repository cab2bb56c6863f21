import { expect, test } from 'vitest';
import { suggestNode } from './suggest-node.ts';

const nodes = [
  { key: 'world', countries: [] },
  { key: 'europe', countries: ['DE', 'AT', 'IT'] },
  { key: 'china', countries: ['CN'] },
];

test.each([
  [['de-AT', 'en-US'], 'europe'],
  [['it'], 'europe'],
  [['de-CH', 'zh-CN'], 'china'],
  [['zh'], 'china'],
  [['en-US'], undefined],
  [['not_a_tag', 'pt-BR'], undefined],
  [[], undefined],
])('%j is sent to %s', (languages, key) => {
  expect(suggestNode(nodes, languages)?.key).toBe(key);
});
