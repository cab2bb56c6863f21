import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';

/**
 * `walk-workbook.ts <file> <rows> <text>`: opens a workbook by the library that reads those of people, and fails unless it has as many rows below
 * its head, each as wide as that, and the text stands in one of the first column as a text. A process of its own, for the memory.
 */
const [file = '', rows = '', text = ''] = process.argv.slice(2);
const [head = [], ...body] = await readSheet(await readFile(file));
if (body.length !== Number(rows)) throw new Error(`${body.length} rows instead of ${rows}`);
const narrow = body.findIndex((row) => row.length !== head.length);
if (narrow !== -1)
  throw new Error(`row ${narrow + 2} has ${body[narrow]!.length} cells instead of ${head.length}`);
if (!body.some(([first]) => first === text)) throw new Error(`"${text}" stands in no row as a text`);
