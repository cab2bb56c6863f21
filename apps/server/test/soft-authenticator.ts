import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** A passkey in software: a P-256 key of one site, which makes what a browser would send. */
export interface SoftPasskey {
  id: string;
  create(options: CreationOptions, origin: string): Record<string, unknown>;
  get(options: RequestOptions, origin: string): Record<string, unknown>;
  /** Uses of the key, told with each signature. */
  counter: number;
  /** Whether it checks who holds it. */
  verifiesUser: boolean;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

export function softPasskey(): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(16);
  const id = base64url(rawId);
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const passkey: SoftPasskey = {
    id,
    counter: 0,
    verifiesUser: true,
    create({ challenge, rp }, origin) {
      const authData = Buffer.concat([
        head(rp.id, ATTESTED),
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        coseKey(publicKey.export({ format: 'jwk' })),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      });
    },
    get({ challenge, rpId }, origin) {
      passkey.counter += 1;
      const authData = head(rpId, 0);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      });
    },
  };

  function head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(passkey.counter);
    const all = flags | USER_PRESENT | (passkey.verifiesUser ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter]);
  }

  const answer = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
  });
  return passkey;
}

/** A public key of ES256 as COSE writes it (RFC 9053). */
function coseKey({ x, y }: { x?: string; y?: string }): Uint8Array {
  const bytes = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]) as Parameters<typeof isoCBOR.encode>[0],
  );
}
