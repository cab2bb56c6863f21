import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { threadMs } from '../../../../test/thread-ms.ts';
import { requireMarkup } from './require-markup.ts';

const MB = 1024 * 1024;

test.each([
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
  '\u{FEFF}<?xml version="1.0"?><sst/>',
  `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-407]d. mmmm yyyy;@"/></numFmts></styleSheet>`,
  `<sst><si><t>${'&#128512;'.repeat(32_767)}</t></si></sst>`,
  '<row/>'.repeat(100_000),
])('what spreadsheets write is read: %.60s', (part) => {
  expect(() => requireMarkup(strToU8(part))).not.toThrow();
});

// Each of them, a few kilobytes when packed, kept the library busy for half a minute.
test.each([
  ['tags that do not end', '<'.repeat(20 * MB)],
  ['a tag of very many letters', `<row a="${'x'.repeat(25 * MB)}"/>`],
  ['a comment', `<!--${'-'.repeat(25 * MB)}`],
  ['sections of text', '<![CDATA['.repeat(3 * MB)],
  ['instructions', '<?x '.repeat(6 * MB)],
  ['entities', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><sst/>'],
  ['a format of brackets', `<numFmt numFmtId="200" formatCode="${'['.repeat(3000)}"/>`],
  ['the same between other quotes', `<numFmt formatCode = '${'['.repeat(3000)}'/>`],
  ['a text without end', `<sst>${'x'.repeat(MB)}`],
  ['a long text', `<t>${'x'.repeat(MB)}</t>`],
  ['very many rows', '<x:row/>'.repeat(100_001)],
])('%s are refused, in no time', (_name, part) => {
  const bytes = strToU8(part);
  const began = threadMs();
  expect(() => requireMarkup(bytes)).toThrow(expect.objectContaining({ key: 'stationTableUnreadable' }));
  expect(threadMs() - began).toBeLessThan(1000);
});
