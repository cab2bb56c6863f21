import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createUser, registerAccountsRoutes } from '../../accounts/index.ts';
import { registerStationsRoutes } from '../../stations/index.ts';
import { newSn, openImports } from '../../../../test/imports-kit.ts';
import { readArguments } from './arguments.ts';
import { runCli } from './run-cli.ts';

const kit = await openImports((server, platform) => {
  registerAccountsRoutes(server, platform);
  registerStationsRoutes(server, platform);
});
const api = await kit.listen();
const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-cli-'));
afterAll(async () => {
  await kit.stop();
  await rm(directory, { recursive: true, force: true });
});

async function importing(csv: string, ...options: string[]) {
  const who = await kit.someone();
  const email = `${newSn()}@example.test`.toLowerCase();
  await createUser(kit.platform.db, {
    name: 'CLI',
    email,
    password: 'Right-Horse-1',
    role: 'organisationAdmin',
    organisationId: who.organisation.id,
  });
  const file = path.join(directory, `${newSn()}.csv`);
  await writeFile(file, csv);
  const lines: string[] = [];
  const terminal = {
    language: 'en-US',
    print: (line: string) => void lines.push(line),
    progress: () => undefined,
  };
  const argv = [file, '--api', `${api}/`, '--user', email, '--station', who.station.name, ...options];
  const done = runCli(readArguments(argv, { SUNFLEET_PASSWORD: 'Right-Horse-1' }), terminal);
  return { done: await done.catch((error: Error) => error.message), lines, station: who.station };
}

describe('arguments', () => {
  const base = ['a.csv', '--station', '5'];
  const mapped = (text: string) => readArguments([...base, '--map', text], {}).mapping.columns?.[0];

  test('columns with their point, scale, offset and device', () => {
    expect(mapped('ac kW=ac.power*1000')).toEqual({
      column: 'ac kW',
      point: 'ac.power',
      scale: 1000,
      offset: 0,
    });
    expect(mapped('a=b=dc.power/10@INV01')).toEqual({
      column: 'a=b',
      point: 'dc.power',
      scale: 0.1,
      offset: 0,
      sn: 'INV01',
    });
    expect(mapped('T=temp.ambient*0.5+-32')).toEqual({
      column: 'T',
      point: 'temp.ambient',
      scale: 0.5,
      offset: -32,
    });
  });

  test.each(['P', '=ac.power', 'P=ac.power*x', 'P=ac.power/0', 'P=ac power'])(
    '--map "%s" is refused',
    (text) => {
      expect(() => mapped(text)).toThrow('--map');
    },
  );

  test('what is missing is told', () => {
    expect(() => readArguments(['--station', '5'], {})).toThrow('one file');
    expect(() => readArguments(['a.csv'], {})).toThrow('--station');
    expect(() => readArguments([...base, '--wrong'], {})).toThrow('--wrong');
  });

  test('address and account may come from the environment; the command line wins', () => {
    const environment = { SUNFLEET_API: 'http://a/', SUNFLEET_USER: 'me', SUNFLEET_PASSWORD: 'secret' };
    expect(readArguments(base, environment)).toMatchObject({
      api: 'http://a',
      user: 'me',
      password: 'secret',
    });
    expect(readArguments([...base, '--api', 'http://b'], environment).api).toBe('http://b');
    expect(readArguments(base, {}).api).toBe('http://localhost:8080');
  });
});

describe('against a running server', () => {
  test('imports into a station found by its name, with what is not told guessed', async () => {
    const sn = newSn();
    const { done, lines } = await importing('time,P (kW)\n2025-07-01 12:00,1.5\n', '--sn', sn);
    expect(lines.at(-1)).toBe('1 samples of 1 devices imported');
    expect(done).toBe(true);
    // The station's own zone: Madrid.
    expect(await kit.samplesOf(sn, 'ac.power')).toEqual([['2025-07-01T10:00', 1500]]);
  });

  test('one device named on the command line takes the place of a guessed column', async () => {
    const sn = newSn();
    const csv = 'time,inverter,P\n2025-07-01 12:00,x,1\n2025-07-01 12:05,x,2\n';
    expect((await importing(csv, '--sn', sn, '--map', 'P=ac.power', '--zone', 'UTC')).done).toBe(true);
    expect(await kit.samplesOf(sn, 'ac.power')).toHaveLength(2);
  });

  test('errors are printed with their lines, and the end is not good', async () => {
    const { done, lines } = await importing(
      'time,P\n2025-07-01 12:00,x\n',
      '--sn',
      newSn(),
      '--map',
      'P=ac.power',
    );
    expect(done).toBe(false);
    expect(lines).toContainEqual(expect.stringMatching(/^line 2, P: .*not a number/));
  });

  test('a preview imports nothing', async () => {
    const sn = newSn();
    const { done, lines } = await importing('time,Power\n2025-07-01 12:00,1\n', '--sn', sn, '--preview');
    expect([done, lines]).toEqual([
      true,
      [expect.stringContaining('1 rows into'), '  time: iso, Europe/Madrid', `  Power: ac.power of ${sn}`],
    ]);
    expect(await kit.samplesOf(sn, 'ac.power')).toEqual([]);
  });

  test('what the file does not tell and nobody said is named', async () => {
    const { done } = await importing('when,what\nx,y\n');
    expect(done).toContain('timeColumn');
  });

  test('a station that is not there, an account that is not, a server that is not', async () => {
    expect((await importing('a,b\n1,2\n', '--station', 'nowhere at all')).done).toContain(
      'There is no station',
    );
    expect((await importing('a,b\n1,2\n', '--password', 'wrong')).done).not.toBe(true);
    expect((await importing('a,b\n1,2\n', '--api', 'http://127.0.0.1:9')).done).toContain(
      'cannot be reached',
    );
  });
});
