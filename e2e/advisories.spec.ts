import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Scripts have no types. */
const script = path.join(import.meta.dirname, '../scripts/check-advisories.mjs');
type Accepted = { id: string; package: string; reason: string; until: string };
type Judged = { grave: { name: string }[]; accepted: string[]; stale: string[] };
const { judgeReport } = (await import(script)) as {
  judgeReport(report: unknown, accepted: readonly Accepted[], today: string): Judged | undefined;
};

const cause = (name: string, severity: string) => ({
  source: 1,
  name,
  severity,
  title: 'Something',
  url: `https://advisories.example.test/GHSA-${name}`,
});
const report = {
  vulnerabilities: {
    deep: { severity: 'high', via: [cause('deep', 'high'), cause('deep-too', 'moderate')] },
    above: { severity: 'high', via: ['deep'] },
    worst: { severity: 'critical', via: [cause('worst', 'critical')] },
  },
};
const excuse = (until: string): Accepted => ({
  id: 'GHSA-deep',
  package: 'deep',
  reason: 'not reached: only its finished file is served',
  until,
});
const namesOf = (judged: Judged | undefined) => judged?.grave.map(({ name }) => name);

test('high and critical ones are told once each, whatever depends on them', () => {
  expect(namesOf(judgeReport(report, [], '2026-11-22'))).toEqual(['deep', 'worst']);
  expect(namesOf(judgeReport({ vulnerabilities: {} }, [], '2026-11-22'))).toEqual([]);
});

test('an accepted one is left out until its day, and one that is not found any more is told', () => {
  const judged = judgeReport(report, [excuse('2026-11-22')], '2026-11-22');
  expect(judged).toMatchObject({ accepted: ['GHSA-deep deep'], stale: [] });
  expect(namesOf(judged)).toEqual(['worst']);
  expect(namesOf(judgeReport(report, [excuse('2026-11-21')], '2026-11-22'))).toEqual(['deep', 'worst']);
  const gone = judgeReport({ vulnerabilities: {} }, [excuse('2027-01-01')], '2026-11-22');
  expect(gone).toMatchObject({ stale: ['GHSA-deep deep'] });
  expect(() => judgeReport(report, [{ ...excuse('2027-01-01'), reason: '' }], '2026-11-22')).toThrow(
    'reason',
  );
});

test('what is no report passes nothing', () => {
  for (const answer of [undefined, {}, { error: { code: 'ENOAUDIT' } }, { message: 'Not found' }])
    expect(judgeReport(answer, [], '2026-11-22')).toBeUndefined();
});

/** Runs the check against a registry of this machine that answers as told. */
async function checkAgainst(answer: { status: number; body: object }) {
  const registry = createServer((request, response) => {
    request.resume();
    const bulk = request.url?.includes('/advisories/bulk');
    response.writeHead(bulk ? answer.status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(bulk ? answer.body : {}));
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const run = spawn(process.execPath, [script], {
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` },
  });
  let told = '';
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', (text: Buffer) => (told += text.toString()));
  const [code] = (await once(run, 'close')) as [number];
  registry.close();
  return { code, told };
}

test('a registry that does not tell is said to have checked nothing', async () => {
  const { code, told } = await checkAgainst({ status: 404, body: {} });
  expect(told).toContain('SKIPPED, nothing was checked');
  expect(told).not.toContain('checked, 0');
  expect(code).toBe(0);
}, 60_000);

test('a registry that knows a grave one makes the check fail', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisories.example.test/GHSA-aaaa-bbbb-cccc',
    title: 'Anybody may stop the server',
    severity: 'critical',
    vulnerable_versions: '*',
  };
  const { code, told } = await checkAgainst({ status: 200, body: { fastify: [advisory] } });
  expect(told).toContain('fastify: critical: Anybody may stop the server');
  expect(code).toBe(1);
}, 60_000);
