import { expect, test } from 'vitest';
import { bucketLabel } from './bucket-label.ts';

test.each([
  ['2026-11-18', 'en-US', 'Nov 18'],
  ['2026-11-18', 'de-DE', '18. Nov.'],
  ['2026-11-18', 'zh-CN', '11月18日'],
  ['2026-11', 'en-US', 'Nov'],
  ['2026', 'en-US', '2026'],
  ['2026-11-18T10:00', 'en-US', '10:00'],
])('%s in %s', (start, language, label) => {
  expect(bucketLabel(start, language)).toBe(label);
});
