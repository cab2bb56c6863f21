import net from 'node:net';

const field = (text: string) =>
  Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)]);

function packet(type: number, body: Buffer): Buffer {
  const { length } = body;
  const size = length < 128 ? [length] : [(length & 127) | 128, length >> 7];
  return Buffer.concat([Buffer.from([type, ...size]), body]);
}

/** A device's connection by MQTT, once the server has accepted it. */
export async function connectDevice(
  port: number,
  { sn, secret }: { sn: string; secret: string },
): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  const head = Buffer.concat([field('MQTT'), Buffer.from([4, 0b1100_0010, 0, 120])]);
  socket.write(packet(0x10, Buffer.concat([head, field(sn), field(sn), field(secret)])));
  await new Promise((resolve, reject) => socket.once('data', resolve).once('error', reject));
  return socket;
}

export function publishTo(
  socket: net.Socket,
  { topic, id, payload }: { topic: string; id: number; payload: object },
): void {
  const body = [field(topic), Buffer.from([id >> 8, id & 255]), Buffer.from(JSON.stringify(payload))];
  socket.write(packet(0x32, Buffer.concat(body)));
}
