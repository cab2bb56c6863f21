import { expect, test } from 'vitest';
import { readTexts, textsAsJson } from './read-texts.ts';

const TEXTS = [
  { key: 'devices:title', text: 'Machines' },
  { key: 'devices:column.sn', text: 'Number, "SN"' },
];

test('texts are read from a table by the names of its columns, and from JSON by domain or flat', () => {
  const table = 'English;Text;Key\r\nDevices;Machines;devices:title\r\n;"Number, ""SN""";devices:column.sn';
  expect(readTexts(table)).toEqual(TEXTS);
  expect(readTexts(textsAsJson(TEXTS))).toEqual(TEXTS);
  expect(readTexts('{"devices:title": "Machines"}')).toEqual([TEXTS[0]]);
});

test('a text that nobody put in quotation marks is not cut at its first comma', () => {
  expect(readTexts('key,text\ndevices:title,Inverters, meters, loggers')).toEqual([
    { key: 'devices:title', text: 'Inverters, meters, loggers' },
  ]);
});

test('a text that looked like a formula is as it was; what holds no texts is none', () => {
  expect(readTexts("key,text\nunits:minus,'- {{n}}")).toEqual([{ key: 'units:minus', text: '- {{n}}' }]);
  for (const other of ['', 'a,b\n1,2', '{"a": ', '{}']) expect(readTexts(other)).toBeNull();
});
