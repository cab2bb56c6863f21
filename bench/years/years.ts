import { spawn } from 'node:child_process';
import path from 'node:path';
import { ADMINISTRATOR } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import { ask } from '../crowd/ask.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';

const PEOPLE = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const YEAR_MS = 365 * 86_400_000;

/**
 * Eight people of one organisation ask for the days of three years of its 10,000 stations, each again as soon as they came. How long somebody of another
 * one waits for the days of a year of 500.
 */
export const yearsBench: Bench = {
  names: ['years.own.p50', 'years.answered'],
  async run(wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password }, fill);
    try {
      // Somebody at work, as the others come.
      for (let request = 0; request < 5; request += 1) await days(server, PEOPLE, 1);
      const until = performance.now() + SECONDS * 1000;
      const askOn = async (person: number, years: number) => {
        const times: number[] = [];
        while (performance.now() < until) times.push(await days(server, person, years));
        return times;
      };
      const crowd = Array.from({ length: PEOPLE }, (_, person) => askOn(person, 3));
      const [own, ...others] = await Promise.all([askOn(PEOPLE, 1), ...crowd]);
      if (wanted.has('years.own.p50')) tell({ name: 'years.own.p50', value: quantile(own, 0.5), unit: 'ms' });
      if (wanted.has('years.answered'))
        tell({ name: 'years.answered', value: others.flat().length / SECONDS, unit: 'requests/s' });
    } finally {
      await server.stop();
    }
  },
};

/** Asks for the days of so many years of all that a person sees; answers the milliseconds that it took. */
async function days({ url }: BenchServer, person: number, years: number): Promise<number> {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const now = Date.now();
  const page = `/portfolio/energy?grain=day&from=${dayOf(now - years * YEAR_MS)}&to=${dayOf(now)}`;
  const began = performance.now();
  const status = await ask(url, `bench-years-${person}`, page);
  if (status !== 200) throw new Error(`${page}: ${status}`);
  return performance.now() - began;
}

async function fill(dataDir: string): Promise<void> {
  const args = [path.join(import.meta.dirname, 'fill.ts'), dataDir, String(PEOPLE)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`fill.ts ended with ${String(code)}`);
}
