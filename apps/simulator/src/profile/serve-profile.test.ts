import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import {
  decodePoints,
  encodeMbap,
  encodeReadRequest,
  exampleValues,
  MbapStreamParser,
  parseReadResponse,
  planReads,
  profileById,
  RegisterImage,
} from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { serveProfile } from './serve-profile.ts';

test('a simulated device of a profile answers each read of it over Modbus TCP', async () => {
  const profile = profileById('deye-string')!;
  const server = await serveProfile({ profile, values: { 'ac.power': 2500 }, host: '127.0.0.1', port: 0 });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const parser = new MbapStreamParser();
  const image = new RegisterImage();
  for (const [transaction, read] of planReads(profile, { groups: ['fast', 'slow', 'once'] }).entries()) {
    socket.write(encodeMbap({ transaction, rtu: encodeReadRequest(read) }));
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    const [frame] = parser.push(chunk);
    expect(frame?.transaction).toBe(transaction);
    image.load(read.fn, read.addr, parseReadResponse(read, frame!.rtu));
  }
  const { values } = decodePoints(profile, image);
  expect(values['ac.power']).toBe(2500);
  expect(Object.keys(values)).toEqual(expect.arrayContaining(Object.keys(exampleValues(profile))));
  socket.destroy();
  server.close();
});
