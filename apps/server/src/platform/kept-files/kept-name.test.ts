import { expect, test } from 'vitest';
import { keptName } from './kept-name.ts';

const PDF = 'application/pdf';

test('a document ends as one, whatever its sender calls it', () => {
  const called = (name: string) => keptName(name, PDF);
  expect(['contract.pdf', 'Contract.PDF', 'plan v1.2', 'Übergabe'].map(called)).toEqual([
    'contract.pdf',
    'Contract.pdf',
    'plan v1.2.pdf',
    'Übergabe.pdf',
  ]);
  for (const name of [
    'Manual.bat',
    'Manual.pdf.exe',
    'Manual.html',
    'x.desktop',
    'a.bat.',
    'a.bat  ',
    '.bat',
  ])
    expect(called(name)).toMatch(/[^.\s]\.pdf$/);
  expect(['a.pdf.', 'a.pdf . .', '', '...', '.pdf'].map(called)).toEqual([
    'a.pdf',
    'a.pdf',
    'file.pdf',
    'file.pdf',
    'file.pdf',
  ]);
});

test('a picture ends as what it was drawn as', () => {
  const called = (name: string) => keptName(name, 'image/webp');
  expect(['roof.JPG', 'roof.webp', 'roof.hta', 'roof.2026.png', 'roof'].map(called)).toEqual([
    'roof.webp',
    'roof.webp',
    'roof.hta.webp',
    'roof.2026.webp',
    'roof.webp',
  ]);
});

test('the ending is not what a long name loses, and what is left is whole', () => {
  expect(keptName(`${'n'.repeat(250)}.bat`, PDF)).toMatch(/^n{250}\.{1,2}pdf$/);
  expect(keptName(`${'n'.repeat(300)}.pdf`, PDF)).toHaveLength(255);
  expect(keptName(`${'n'.repeat(250)}😀.bat`, PDF).isWellFormed()).toBe(true);
  expect(keptName(`x${' .'.repeat(100_000)}y`, PDF)).toHaveLength(255);
});
