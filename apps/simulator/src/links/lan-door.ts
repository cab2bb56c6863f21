import { encodeV5Frame, V5_CONTROL, V5StreamParser, type V5Frame } from '@sunfleet/device-model';
import { once } from 'node:events';
import net from 'node:net';

/** The door of a stick in its local network, by which others than the platform read its devices. */
export interface LanDoor {
  port: number;
  close(): void;
}

interface LanDoorOptions {
  /** 0: any that is free; sticks use 8899. */
  port: number;
  serial: number;
  /** Answers a command by `send`. */
  onCommand(frame: V5Frame, send: (payload: Uint8Array) => void): void;
}

const ANSWER_DISTANCE = 0x30;

export async function openLanDoor({ port, serial, onCommand }: LanDoorOptions): Promise<LanDoor> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const parser = new V5StreamParser();
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      for (const frame of parser.push(chunk)) {
        if (frame.control !== V5_CONTROL.command) continue;
        const { control, serverSequence, loggerSequence } = frame;
        const head = { control: control - ANSWER_DISTANCE, serverSequence, loggerSequence, serial };
        onCommand(frame, (payload) => void socket.write(encodeV5Frame({ ...head, payload })));
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
