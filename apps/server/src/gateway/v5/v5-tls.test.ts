import { readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import tls from 'node:tls';
import { once } from 'node:events';
import { afterAll, expect, test, vi } from 'vitest';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { createV5Gateway } from './index.ts';

const { directory, cert, key, made } = await makeCertificate();
afterAll(() => rm(directory, { recursive: true, force: true }));

test.skipIf(!made)(
  'with a certificate the port of loggers speaks TLS, and nothing else (needs openssl)',
  async () => {
    const platform = await testPlatform({
      SUNFLEET_V5_PORT: '0',
      SUNFLEET_HOST: '127.0.0.1',
      SUNFLEET_V5_TLS_CERT: cert,
      SUNFLEET_V5_TLS_KEY: key,
    });
    const input = await openGatewayInput(platform);
    const gateway = createV5Gateway(platform, input);
    const port = await gateway.start();
    const connections = async () =>
      (await platform.health.report()).parts.find(({ name }) => name === 'gateway.v5')?.detail?.[
        'connections'
      ];
    const plain = net.connect(port, '127.0.0.1');
    plain.on('error', () => undefined);
    plain.write(Buffer.from('a5010010450000', 'hex'));
    await once(plain, 'close');
    expect(await connections()).toBe(0);
    const secure = tls.connect({ port, host: '127.0.0.1', ca: await readFile(cert) });
    await once(secure, 'secureConnect');
    await vi.waitFor(async () => expect(await connections()).toBe(1));
    secure.destroy();
    await gateway.stop();
    await input.stop();
    await platform.stop();
  },
);
