import { once } from 'node:events';
import net from 'node:net';
import {
  encodeCommandAnswer,
  encodeException,
  encodeHello,
  encodeReadResponse,
  encodeV5Frame,
  parseCommand,
  parseRequest,
  RegisterImage,
  V5_CONTROL,
  V5StreamParser,
  type ModbusRead,
  type V5Frame,
} from '@sunfleet/device-model';

const TIMES = { frameType: 2, totalSeconds: 100, powerOnSeconds: 10, offsetSeconds: 0 };

/** A V5 logger that answers reads of two holding registers at once. Resolves when the server has answered its hello. */
export async function connectAnsweringLogger(
  port: number,
  serial: number,
  localAddress?: string,
): Promise<net.Socket> {
  const from = localAddress === undefined ? {} : { localAddress };
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true, ...from });
  await once(socket, 'connect');
  const image = new RegisterImage();
  image.load(3, 60, [7, 65_535]);
  const parser = new V5StreamParser();
  let sequence = 0;
  const send = (control: number, payload: Uint8Array, serverSequence = 0) => {
    sequence = (sequence + 1) & 0xff;
    socket.write(encodeV5Frame({ control, serverSequence, loggerSequence: sequence, serial, payload }));
  };
  const answer = ({ payload, serverSequence }: V5Frame) => {
    const command = parseCommand(payload);
    if (command?.type !== 'modbus') return;
    const request = parseRequest(command.rtu) as ModbusRead;
    const words = image.read(request.fn, request.addr, request.count);
    const rtu = words ? encodeReadResponse(request, words) : encodeException(request, 2);
    send(V5_CONTROL.commandAnswer, encodeCommandAnswer({ times: TIMES, rtu }), serverSequence);
  };
  const greeted = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      for (const frame of parser.push(chunk as Buffer)) {
        if (frame.control === V5_CONTROL.command) answer(frame);
        else resolve();
      }
    });
  });
  send(
    V5_CONTROL.hello,
    encodeHello({
      times: TIMES,
      uploadMinutes: 5,
      collectSeconds: 60,
      heartbeatSeconds: 120,
      maxDevices: 1,
      signal: 71,
      firmware: 'LSW3_15_FFFF_1.0.9E',
      mac: '02:00:00:00:00:01',
      ip: '192.168.1.20',
      sensorList: 0xffff,
      hardware: 'V1.0',
      ssid: 'bench',
    }),
  );
  await greeted;
  return socket;
}
