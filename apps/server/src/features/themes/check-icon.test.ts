import { expect, test } from 'vitest';
import { iconProblem } from './check-icon.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const ICO = Buffer.from('000001000100', 'hex');
const asData = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;

test.each([
  ['https://cdn.example.test/icon.svg'],
  ['/icon.svg'],
  [asData('image/png', PNG)],
  [asData('image/x-icon', ICO)],
  [asData('image/vnd.microsoft.icon', ICO)],
  [asData('image/png', Buffer.concat([PNG, Buffer.alloc(64 * 1024 - PNG.length)]))],
])('taken: %s', (icon) => {
  expect(iconProblem(icon)).toBeUndefined();
});

test.each([
  ['http://cdn.example.test/icon.png'],
  ['//evil.example.test/icon.png'],
  [String.raw`/\evil.example.test`],
  ['javascript:alert(1)'],
  ['https://example.test/a" onerror="x'],
  [''],
  [asData('image/svg+xml', Buffer.from('<svg onload="alert(1)"/>'))],
  [asData('image/png', Buffer.from('<svg onload="alert(1)"/>'))],
  [asData('image/png', ICO)],
  [asData('image/x-icon', PNG)],
  [asData('text/html', PNG)],
  ['data:image/png,plain'],
])('refused: %s', (icon) => {
  expect(iconProblem(icon)).toBe('unsupportedFileType');
});

test('a picture of more than 64 KB is refused', () => {
  const large = Buffer.concat([PNG, Buffer.alloc(64 * 1024)]);
  expect(iconProblem(asData('image/png', large))).toBe('payloadTooLarge');
});
