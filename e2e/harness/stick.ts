import net from 'node:net';
import {
  encodeHello,
  encodePush,
  encodeV5Frame,
  PUSH_LAYOUTS,
  V5_CONTROL,
  type V5Times,
} from '@sunfleet/device-model';
import type { RunningServer } from './server.ts';

const layout = PUSH_LAYOUTS.find(({ fields }) => fields.some(({ key }) => key === 'ac.power'))!;
const timesOf = (now: number): V5Times => ({
  frameType: 1,
  totalSeconds: 1000,
  powerOnSeconds: 10,
  offsetSeconds: Math.floor(now / 1000) - 1000,
});

/** A V5 stick, or somebody with its serial number, that says hello from an address of this machine. */
export async function connectStick({ ports }: RunningServer, serial: number, localAddress = '127.0.0.1') {
  const socket = net.connect({ host: '127.0.0.1', port: ports.v5, localAddress });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', () => undefined);
  let sequence = 0;
  const send = (control: number, payload: Uint8Array) => {
    sequence = (sequence + 1) & 0xff;
    socket.write(encodeV5Frame({ control, serverSequence: 0, loggerSequence: sequence, serial, payload }));
  };
  send(
    V5_CONTROL.hello,
    encodeHello({
      times: timesOf(Date.now()),
      uploadMinutes: 5,
      collectSeconds: 60,
      heartbeatSeconds: 120,
      maxDevices: 1,
      signal: 70,
      firmware: 'LSW5_01_JOURNEY_1.00',
      mac: '02:00:00:00:00:03',
      ip: '10.0.0.3',
      sensorList: layout.sensorList,
      hardware: 'V1',
      ssid: 'journey',
    }),
  );
  return {
    /** Tells the power of a device behind it, W. */
    push(sn: string, power: number) {
      const times = timesOf(Date.now());
      send(
        V5_CONTROL.data,
        encodePush({ layout, sn, values: { 'ac.power': power }, times, packet: sequence }),
      );
    },
    end: () => void socket.destroy(),
  };
}
