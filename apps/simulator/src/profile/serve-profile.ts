import { createServer, type Server, type Socket } from 'node:net';
import { encodeMbap, exampleValues, MbapStreamParser, type Profile } from '@sunfleet/device-model';
import { answerModbus, type SerialDevice } from '../links/register-answer.ts';

export interface SimulatedProfile {
  profile: Profile;
  /** Values by point; what is not named has one of its own. */
  values: Readonly<Record<string, number>>;
  host: string;
  /** 0: any that is free. */
  port: number;
}

/** A device of a profile that answers Modbus TCP. Its parameters can be read and written. Resolves when it listens. */
export async function serveProfile({ profile, values, host, port }: SimulatedProfile): Promise<Server> {
  const device: SerialDevice = {
    sn: 'SIM0000001',
    slave: profile.modbus.slaveDefault,
    profile,
    texts: {},
    settings: {},
    read: () => ({ ...exampleValues(profile), ...values }),
  };
  const server = createServer((socket) => answerOn(socket, device));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

function answerOn(socket: Socket, device: SerialDevice): void {
  const parser = new MbapStreamParser();
  socket.on('data', (chunk: Buffer) => {
    for (const { transaction, rtu } of parser.push(chunk)) {
      const answer = answerModbus([device], rtu);
      if (answer) socket.write(encodeMbap({ transaction, rtu: answer }));
    }
  });
  // Who goes away in the middle of a request is not waited for.
  socket.on('error', () => socket.destroy());
}
