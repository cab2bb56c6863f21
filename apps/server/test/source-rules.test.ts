import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AUDIT_ACTIONS } from '@sunfleet/contract';
import { expect, test } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '../src');

const files = globSync('**/*.ts', { cwd: SOURCE, exclude: ['**/*.test.ts'] }).map((name) => ({
  name,
  code: readFileSync(path.join(SOURCE, name), 'utf8'),
}));

test('every action of the contract is written by some verb', () => {
  // Some actions are called like a permission, which verbs ask for on other lines.
  const lines = files.flatMap(({ code }) => code.split('\n')).filter((line) => /action|audit/i.test(line));
  const written = (action: string) => lines.some((line) => line.includes(`'${action}'`));
  expect(AUDIT_ACTIONS.filter((action) => !written(action))).toEqual([]);
});

test('nothing asks which role an actor has: it asks for permissions, the scope, or a fact of the contract', () => {
  const asks = files.filter(({ code }) => /\bactor\.role\s*[!=]==/.test(code));
  expect(asks.map(({ name }) => name)).toEqual([]);
});

/** State of the whole process that may be there, and why. */
const OF_THE_PROCESS: Readonly<Record<string, string>> = {
  'features/accounts/new-password.ts': 'a list that is read once and never changes',
  'features/accounts/passwords.ts': 'a hash of nothing, made once',
  'features/outbox/render-message.ts': 'texts that are read once and never change',
  'platform/http/validate.ts': 'texts of the library by language',
  'platform/postgres/prepare.ts': 'names of statements by their text',
};

/** An empty collection that somebody fills, a variable, or a timer, outside of every function and class. */
const STATE =
  /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Map|Set|Array)(?:<.*>)?\(\)|(?:const \w+ = )?set(?:Interval|Timeout)\()/m;

test('nothing keeps state of the whole process: it lives in what is opened, in an owned part of the fleet, or in a cache with an age', () => {
  const found = files.filter(({ name, code }) => !name.includes('/cli/') && STATE.test(code));
  // An empty collection that nobody can fill is none.
  const filled = found.filter(({ code }) => !/^const NONE\b.* = new (?:Map|Set)\(\);$/m.test(code));
  expect(filled.map(({ name }) => name).toSorted()).toEqual(Object.keys(OF_THE_PROCESS));
});

test('every test that throws random bytes at something is run by `npm run fuzz` as well', () => {
  const root = path.join(import.meta.dirname, '../../..');
  const fuzz = readFileSync(path.join(root, 'scripts/fuzz.mjs'), 'utf8');
  const throwing = globSync(['apps/*/src/**/*.test.ts', 'packages/*/src/**/*.test.ts'], { cwd: root }).filter(
    (name) => readFileSync(path.join(root, name), 'utf8').includes('fc.uint8Array('),
  );
  expect(throwing.length).toBeGreaterThan(10);
  expect(throwing.filter((name) => !fuzz.includes(`'${name.slice(0, -'.test.ts'.length)}'`))).toEqual([]);
});
