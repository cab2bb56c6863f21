import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withoutCapabilities } from './without-capabilities.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sunfleet-capabilities-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
const hasTool = asRoot && spawnSync('setpriv', ['--version']).status === 0;
const look = { file: '/bin/sh', args: ['-c', 'cat /proc/self/status'] };
const needs = { script: import.meta.filename, folder };

test.skipIf(!hasTool)('as root: the program has no capability, and cannot get one back', () => {
  const { file, args } = withoutCapabilities(look, needs);
  const status = spawnSync(file, args, { encoding: 'utf8' }).stdout;
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
    expect(status).toMatch(new RegExp(`${set}:\\s+0+\\n`));
  expect(status).toMatch(/NoNewPrivs:\s+1/);
});

test.skipIf(!hasTool)('as root: a program that could not work without them keeps them', () => {
  chownSync(folder, 65534, 65534);
  expect(withoutCapabilities(look, needs)).toEqual(look);
});
