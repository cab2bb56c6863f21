// Asks the registry which packages that the product ships have known vulnerabilities. Exit code 1 where one is high or critical and not
// among the accepted ones. Not every registry answers; where it does not, a line says that nothing was checked.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './node.mjs';

const GRAVE = new Set(['high', 'critical']);
const ACCEPTED_FILE = path.join(root, 'scripts/accepted-advisories.json');

/**
 * What an answer of `npm audit --json` means. An accepted advisory names its package, the reason, and the day until which that is
 * believed. Answers undefined for an answer that is no report.
 */
export function judgeReport(report, accepted, today) {
  if (typeof report?.vulnerabilities !== 'object' || report.vulnerabilities === null) return undefined;
  const found = new Map(
    Object.values(report.vulnerabilities)
      .flatMap(({ via }) => via)
      .filter((cause) => typeof cause === 'object' && GRAVE.has(cause.severity))
      .map((cause) => [`${idOf(cause)} ${cause.name}`, cause]),
  );
  const believed = accepted.filter(({ id, package: name, reason, until }) => {
    if (!id || !name || !reason || !until)
      throw new Error('an accepted advisory names id, package, reason and until');
    return until >= today;
  });
  const excused = new Set(believed.map(({ id, package: name }) => `${id} ${name}`));
  return {
    grave: [...found].filter(([key]) => !excused.has(key)).map(([, cause]) => cause),
    accepted: [...found.keys()].filter((key) => excused.has(key)),
    stale: accepted
      .map(({ id, package: name }) => `${id} ${name}`)
      .filter((key) => !found.has(key) || !excused.has(key)),
  };
}

const idOf = ({ url, source }) => /GHSA-[\w-]+/.exec(url ?? '')?.[0] ?? String(source);

function askRegistry() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // `.npmrc` turns the audit of installs off; here it is what is asked for.
  const args = ['audit', '--package-lock-only', '--omit=dev', '--json', '--audit=true', '--fetch-retries=1'];
  const { stdout, error } = spawnSync(npm, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) return { message: error.message };
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: 'it did not answer with JSON' };
  }
}

function checkAdvisories() {
  const report = askRegistry();
  const accepted = JSON.parse(readFileSync(ACCEPTED_FILE, 'utf8'));
  const result = judgeReport(report, accepted, new Date().toISOString().slice(0, 10));
  if (!result) {
    const why = report?.error?.summary || report?.error?.code || report?.message || 'no report';
    console.log(
      `known vulnerabilities: SKIPPED, nothing was checked, because the registry does not tell (${why})`,
    );
    return 0;
  }
  for (const key of result.stale)
    console.log(`known vulnerabilities: ${key} is accepted and over or not found`);
  for (const key of result.accepted) console.log(`known vulnerabilities: ${key} is accepted`);
  for (const { name, severity, title, url } of result.grave)
    console.error(`${name}: ${severity}: ${title} ${url}`);
  console.log(`known vulnerabilities: checked, ${result.grave.length} high or critical`);
  return result.grave.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = checkAdvisories();
