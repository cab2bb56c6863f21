// No source file over 400 lines, so that each file holds one idea. Data is excepted.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './node.mjs';
import { sourceFiles } from './source-files.mjs';

const LIMIT = 400;
const DATA = [/\/profiles\//, /\/fleets\//, /fault-texts/, /\.data\.ts$/];

export default function checkFileSizes() {
  const files = sourceFiles().filter((file) => !DATA.some((pattern) => pattern.test(file)));
  const long = files
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8').split('\n').length])
    .filter(([, lines]) => lines > LIMIT);
  for (const [file, lines] of long) console.error(`${file}: ${lines} lines; the limit is ${LIMIT}`);
  return long.length === 0 ? 0 : 1;
}
