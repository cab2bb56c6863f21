import { expect, test } from 'vitest';
import { fileType, isWholePdf } from './file-type.ts';

test('a file is told by its first bytes', () => {
  const of = (text: string) => fileType(Buffer.from(text, 'latin1'));
  expect(of('\u00ff\u00d8\u00ff\u00e0')).toBe('jpeg');
  expect(of('\u0089PNG\r\n\u001a\n')).toBe('png');
  expect(of('RIFF1234WEBPVP8 ')).toBe('webp');
  expect(of('%PDF-1.7')).toBe('pdf');
  for (const text of [
    '',
    '<svg xmlns="…"><script>',
    'GIF89a',
    'MZ',
    ' %PDF-1.7',
    'RIFF1234WAVE',
    'PK\u0003\u0004',
  ])
    expect(of(text)).toBeUndefined();
});

test('a document that is an archive as well is none', () => {
  const pdf = (tail: string) => isWholePdf(Buffer.from(`%PDF-1.4\n1 0 obj\n${tail}`));
  expect(pdf('%%EOF\n')).toBe(true);
  expect(pdf('%%EOF\nPK\u0005\u0006')).toBe(false);
  expect(pdf('PK\u0005\u0006 comment %%EOF')).toBe(false);
  expect(pdf('<script>alert(1)</script>')).toBe(false);
});
