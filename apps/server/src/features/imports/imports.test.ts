import { readdir, utimes } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ImportRun } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { newSn, openImports } from '../../../test/imports-kit.ts';

const { platform, listen, samplesOf, someone, stop } = await openImports();
afterAll(stop);

describe('preview', () => {
  test('layout, rows and a guess of a table, plain or gzip', async () => {
    const { upload } = await someone();
    const csv = 'Zeit;Leistung (kW)\n01.07.2025 12:00;1,5\n31.07.2025 12:15;n/a\n';
    for (const content of [csv, gzipSync(csv)]) {
      const { data } = await upload(content, 'C:\\fakepath\\../plant.csv');
      expect(data).toMatchObject({
        fileName: expect.stringContaining('plant.csv'),
        rows: 2,
        header: ['Zeit', 'Leistung (kW)'],
        sample: [
          ['01.07.2025 12:00', '1,5'],
          ['31.07.2025 12:15', 'n/a'],
        ],
        guess: {
          delimiter: ';',
          decimal: ',',
          timeColumn: 'Zeit',
          timeFormat: 'DD.MM.YYYY HH:mm',
          columns: [{ column: 'Leistung (kW)', point: 'ac.power', scale: 1000, offset: 0 }],
          nullTexts: ['n/a'],
        },
      });
    }
  });

  test('a large file is read at both ends, in double bytes too', async () => {
    const { upload } = await someone();
    const rows = Array.from(
      { length: 20_000 },
      (_, n) => `0${1 + (n % 9)}/0${n < 19_000 ? 5 : 6}/2025 10:00,${n}`,
    );
    const csv = `time,Power\n${rows.join('\n')}\n30/06/2025 10:00,7\n`;
    for (const content of [Buffer.from(csv), Buffer.from(`\uFEFF${csv}`, 'utf16le')]) {
      const { data } = await upload(content);
      expect(data.rows).toBe(20_001);
      expect(data.guess.timeFormat).toBe('DD/MM/YYYY HH:mm');
    }
  });

  test('what is no table is refused and not kept', async () => {
    const { upload } = await someone();
    const errors: string[] = [];
    for (const content of [
      Buffer.from('PK\u0003\u0004xlsx'),
      Buffer.from('a,b\n1,\u0000\n'),
      '',
      'only,a,header\n',
    ]) {
      errors.push((await upload(content)).error);
    }
    expect(errors).toEqual(['unsupportedFileType', 'unsupportedFileType', 'malformedCsv', 'malformedCsv']);
    const before = await readdir(path.join(platform.config.dataDir, 'uploads'));
    await upload(gzipSync('a,b\n1,2\n').subarray(0, 20));
    expect(await readdir(path.join(platform.config.dataDir, 'uploads'))).toEqual(before);
  });

  test('a body that is no upload, and a role that may not', async () => {
    const { post } = await someone();
    expect((await post('/imports/preview', { a: 1 })).error).toBe('unsupportedFileType');
    const reader = await someone('internalReadOnly');
    expect((await reader.upload('a,b\n1,2\n')).error).toBe('noDataPermission');
  });

  test('an upload of parts without end is answered, and the rest of it is not taken apart', async () => {
    const { bearer } = await someone();
    const { port } = new URL(await listen());
    const socket = net.connect(Number(port), '127.0.0.1');
    const field = '--part\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
    let answer = '';
    const closed = new Promise<string>((resolve) => {
      socket.on('data', (bytes) => (answer += bytes.toString())).on('error', () => undefined);
      socket.on('close', () => resolve(answer));
    });
    socket.write(
      `POST /api/imports/preview HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\n` +
        `Content-Type: multipart/form-data; boundary=part\r\nContent-Length: 100000000\r\n\r\n${field.repeat(50)}`,
    );
    expect(await closed).toMatch(/^HTTP\/1.1 400/);
  });

  test('uploads nobody used are dropped after a day', async () => {
    const { upload } = await someone();
    const { data } = await upload('a,b\n1,2\n');
    const file = path.join(platform.config.dataDir, 'uploads', `${data.fileId}.data`);
    const old = new Date(platform.clock.now() - 25 * 3_600_000);
    await utimes(file, old, old);
    // The folder is looked through every ten minutes.
    platform.clock.advance(600_000);
    await upload('a,b\n1,2\n');
    const left = await readdir(path.dirname(file));
    expect(left.some((name) => name === `${data.fileId}.data`)).toBe(false);
  });
});

describe('import', () => {
  test('a table with a device column becomes devices of the station with their samples', async () => {
    const { station, run } = await someone();
    const prefix = newSn();
    const csv =
      'time,inverter,ac_power_kw,dc_raw\n' +
      '2025-07-01T12:00,-A,1.5,100\n2025-07-01T12:00,-B,2.5,\n2025-07-01T12:15,-A,1.25,110\n';
    const done = await run(csv, {
      snPrefix: prefix,
      timeZone: 'Asia/Kolkata',
      columns: [
        { column: 'ac_power_kw', point: 'ac.power', scale: 1000 },
        { column: 'dc_raw', point: 'dc.power', scale: 0.1 },
      ],
    });
    expect(done).toMatchObject({
      state: 'done',
      rowsTotal: 3,
      rowsDone: 3,
      samples: 5,
      errorCount: 0,
      devices: [`${prefix}-A`, `${prefix}-B`],
      firstTime: Date.UTC(2025, 6, 1, 6, 30),
      lastTime: Date.UTC(2025, 6, 1, 6, 45),
    });
    expect(await samplesOf(`${prefix}-A`, 'ac.power')).toEqual([
      ['2025-07-01T06:30', 1500],
      ['2025-07-01T06:45', 1250],
    ]);
    expect(await samplesOf(`${prefix}-A`, 'dc.power')).toEqual([
      ['2025-07-01T06:30', 10],
      ['2025-07-01T06:45', 11],
    ]);
    const devices = await platform.db
      .selectFrom('devices')
      .selectAll()
      .where('stationId', '=', station.id)
      .execute();
    expect(devices.map((device) => device.kind)).toEqual(['inverter', 'inverter']);
  });

  test('decimal commas, texts for no value, missing and repeated rows, a change of encoding on the way', async () => {
    const { run } = await someone();
    const sn = newSn();
    const csv = Buffer.concat([
      Buffer.from('Zeit;Leistung kW;Gesamtertrag kWh;Größe\n01.07.2025 12:00;1,5;10.000,5;°C\n'),
      Buffer.from('01.07.2025 12:05;--;10.000,6;°C\n', 'latin1'),
      Buffer.from('01.07.2025 12:00;1,5;10.000,5;°C\n01.07.2025 13:00;0,25;--;\n'),
    ]);
    const done = await run(csv, { sn });
    expect(done).toMatchObject({ state: 'done', rowsTotal: 4, samples: 6 });
    expect(await samplesOf(sn, 'ac.power')).toEqual([
      ['2025-07-01T12:00', 1500],
      ['2025-07-01T13:00', 250],
    ]);
    expect((await samplesOf(sn, 'energy.total')).map(([, value]) => value)).toEqual([10_000.5, 10_000.6]);
  });

  test('with any error nothing is stored, and each is told with its line and column in the language of the caller', async () => {
    const { run, station } = await someone();
    const sn = newSn();
    const csv = 'time,P\n2025-07-01 12:00,1\n2025-07-01 12:05,x\n\nnever,2\n2025-07-01 12:15\n';
    const failed = await run(csv, {
      sn,
      columns: [{ column: 'P', point: 'ac.power' }],
      timeColumn: 'time',
      timeFormat: 'iso',
    });
    expect(failed).toMatchObject({ state: 'failed', samples: 0, errorCount: 3, rowsTotal: 4 });
    expect(failed.errors.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual(
      [
        [3, 'P'],
        [5, 'time'],
        [6, null],
      ],
    );
    expect(failed.errors[0].message).toContain('not a number');
    expect(failed.message).toContain('3 errors');
    expect(await samplesOf(sn, 'ac.power')).toEqual([]);
    const devices = await platform.db
      .selectFrom('devices')
      .select('id')
      .where('stationId', '=', station.id)
      .execute();
    expect(devices).toEqual([]);
  });

  test('where asked for, rows with errors are left out and the rest is stored', async () => {
    const { run } = await someone();
    const sn = newSn();
    const csv = 'time,P\n2025-07-01 12:00,1\n2025-07-01 12:05,x\n2025-07-01 12:10,3\n';
    const mapping = { sn, columns: [{ column: 'P', point: 'ac.power' }] };
    expect(await run(csv, mapping, 'skipRows')).toMatchObject({
      state: 'done',
      samples: 2,
      errorCount: 1,
      message: expect.stringContaining('1 row with errors was left out'),
    });
    expect(await samplesOf(sn, 'ac.power')).toHaveLength(2);
    expect(await run('time,P\n2025-07-01 12:00,x\n2025-07-01 12:01,y\n', mapping, 'skipRows')).toMatchObject({
      state: 'failed',
    });
  });

  test('the hour that comes twice is decided by the order and told; one that is skipped is an error', async () => {
    const { run } = await someone();
    const sn = newSn();
    const mapping = { sn, timeZone: 'Europe/Berlin', columns: [{ column: 'P', point: 'ac.power' }] };
    const autumn = 'time,P\n2025-10-26 02:00,1\n2025-10-26 02:30,2\n2025-10-26 02:00,3\n2025-10-26 02:30,4\n';
    expect(await run(autumn, mapping)).toMatchObject({
      state: 'done',
      message: expect.stringContaining('4 rows'),
    });
    expect(await samplesOf(sn, 'ac.power')).toEqual([
      ['2025-10-26T00:00', 1],
      ['2025-10-26T00:30', 2],
      ['2025-10-26T01:00', 3],
      ['2025-10-26T01:30', 4],
    ]);
    const spring = await run('time,P\n2025-03-30 02:30,1\n2025-03-30 03:30,1\n', mapping);
    expect(spring).toMatchObject({ state: 'failed', errorCount: 1 });
    expect(spring.errors[0].message).toContain('Europe/Berlin');
  });

  test('a device of another station stops the whole import, whatever is asked for', async () => {
    const foreign = await makeStation(platform);
    const device = await makeDevice(platform, { stationId: foreign.id });
    const { run } = await someone();
    const mapping = { sn: device.sn, columns: [{ column: 'P', point: 'ac.power' }] };
    const failed = await run('time,P\n2025-07-01 12:00,1\n', mapping, 'skipRows');
    expect(failed).toMatchObject({ state: 'failed', errors: [{ line: 0 }] });
    expect(failed.errors[0].message).toContain(device.sn);
    expect(await samplesOf(device.sn, 'ac.power')).toEqual([]);
  });

  test('points outside the catalogue are kept under their own key', async () => {
    const { run } = await someone();
    const sn = newSn();
    const mapping = { sn, columns: [{ column: 'rpm', point: 'fan.speed' }] };
    expect(await run('time,rpm\n2025-07-01 12:00,1200\n', mapping)).toMatchObject({
      state: 'done',
      samples: 1,
    });
    const point = await platform.db
      .selectFrom('customPoints')
      .selectAll()
      .where('key', '=', 'fan.speed')
      .execute();
    expect(point).toHaveLength(1);
  });

  test('mappings that cannot be, foreign stations and foreign uploads are refused at once', async () => {
    const one = await someone();
    const other = await someone();
    const csv = 'time,P\n2025-07-01 12:00,1\n';
    expect((await one.run(csv, { columns: [{ column: 'P', point: 'ac.power' }] })).error).toBe(
      'importMappingIncomplete',
    );
    const sn = newSn();
    expect((await one.run(csv, { sn, columns: [{ column: 'P', point: 'No Key' }] })).error).toBe(
      'unknownPoint',
    );
    expect(
      (await one.run(csv, { sn, stationId: other.station.id, columns: [{ column: 'P', point: 'ac.power' }] }))
        .error,
    ).toBe('stationNotFound');
    const { data } = await other.upload(csv);
    const mapping = {
      stationId: one.station.id,
      timeColumn: 'time',
      timeZone: 'UTC',
      sn,
      columns: [{ column: 'P', point: 'ac.power' }],
    };
    expect((await one.post('/imports', { fileId: data.fileId, mapping })).error).toBe('importNotFound');
    const outside = { fileId: '../../etc/passwd', mapping };
    expect((await one.post('/imports', outside)).error).toBe('importNotFound');
  });

  test('imports are seen by those who see the station, and by nobody else', async () => {
    const one = await someone();
    const other = await someone();
    const sn = newSn();
    const done: ImportRun = await one.run('time,P\n2025-07-01 12:00,1\n', {
      sn,
      columns: [{ column: 'P', point: 'ac.power' }],
    });
    const listed = (await one.get('/imports')).data as ImportRun[];
    expect(listed.map((run) => run.id)).toEqual([done.id]);
    expect((await other.get('/imports')).data).toEqual([]);
    expect((await other.get(`/imports/${done.id}`)).error).toBe('importNotFound');
    expect((await other.post(`/imports/${done.id}/cancel`)).error).toBe('importNotFound');
  });

  test('the list of imports looks at no columns and carries the first error row alone', async () => {
    const { run, get } = await someone();
    const columns = [{ column: 'P', point: 'ac.power' }];
    const csv = 'time,P\n2025-07-01 12:00,x\n2025-07-01 12:05,y\n';
    const { id } = await run(csv, { sn: newSn(), columns, timeZone: 'Europe/Berlin' });
    const whole = (await get(`/imports/${id}`)).data as ImportRun;
    expect(whole).toMatchObject({ timeZone: 'Europe/Berlin', columns });
    expect(whole.errors).toHaveLength(2);
    const mapping = JSON.stringify({ timeZone: 'Europe/Berlin', columns: 'of which each is a megabyte' });
    await platform.db.updateTable('imports').set({ mapping }).where('id', '=', id).execute();
    const listed = { ...whole, columns: [], errors: whole.errors.slice(0, 1) };
    expect((await get('/imports')).data).toEqual([listed]);
  });

  test('custom points are offered by name, and a new one gets its name and unit once, from who may describe points', async () => {
    const one = await someone();
    const path = `/stations/${one.station.id}/import-points`;
    expect((await one.get(path)).data).toEqual({ points: [], mayDescribe: true });
    const columns = [{ column: 'P', point: 'heat.pump', name: 'Heat pump', unit: 'kWh' }];
    const csv = 'time,P\n2025-07-01 12:00,1\n';
    expect(await one.run(csv, { sn: newSn(), columns })).toMatchObject({ state: 'done' });
    const said = { key: 'heat.pump', name: 'Heat pump', unit: 'kWh', described: true };
    expect((await one.get(path)).data.points).toEqual([said]);
    const other = [{ ...columns[0], name: 'Something else', unit: 'W' }];
    expect(await one.run(csv, { sn: newSn(), columns: other })).toMatchObject({ state: 'done' });
    expect((await one.get(path)).data.points).toEqual([said]);
    const wrong = [{ ...columns[0], point: 'heat.other', unit: 'furlong' }];
    expect((await one.run(csv, { sn: newSn(), columns: wrong })).error).toBe('invalidInput');
    const stranger = await someone();
    expect((await stranger.get(path)).error).toBe('stationNotFound');
  });

  test('the owner of one of its stations is offered what own devices use, and nothing of other customers', async () => {
    const [home, owner] = [await someone(), await someone('owner')];
    const { id: organisationId } = home.organisation;
    const own = await makeStation(platform, { organisationId, ownerId: owner.user.id });
    for (const [stationId, key] of [
      [home.station.id, 'neighbour.sauna'],
      [own.id, 'own.pump'],
    ] as const) {
      const { id: deviceId } = await makeDevice(platform, { stationId, organisationId });
      const { id: pointId } = await platform.db
        .insertInto('customPoints')
        .values({ key, organisationId, createdAt: new Date(platform.clock.now()) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await platform.db.insertInto('deviceCustomPoints').values({ deviceId, pointId }).execute();
    }
    const offered = async ({ get }: Pick<typeof owner, 'get'>) => {
      const { data } = await get(`/stations/${own.id}/import-points`);
      return (data.points as { key: string }[]).map(({ key }) => key);
    };
    expect(await offered(owner)).toEqual(['own.pump']);
    expect(await offered(home)).toEqual(['neighbour.sauna', 'own.pump']);
  });
});
