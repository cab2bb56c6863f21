import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type tls from 'node:tls';
import type { Clock } from './clock.ts';
import { messageOf } from './errors.ts';
import type { HealthRegistry } from './health.ts';
import { every } from './jobs/every.ts';
import type { Logger } from './log.ts';
import { readCertificate, secureOptions, usable, type CertificatePair, type TlsFiles } from './tls-files.ts';

/** Certificates last for days to months, and whoever renews them does it days before their end. */
const LOOK_MS = 60_000;

/** Certificates of the doors that speak TLS, as their files say now. */
export interface Certificates {
  /** Reads the files of a door that is opened. Throws an `Error` for people where they cannot be used. */
  open(files: TlsFiles): { options: ReturnType<typeof secureOptions>; keep(server: tls.Server): void };
  /** Gives doors the certificates that their files hold by now. Connections that stand go on with theirs. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

interface Door {
  files: TlsFiles;
  server: tls.Server;
  pair: CertificatePair;
  /** Why what the files hold now cannot be used; undefined: the door goes by it. */
  fault: string | undefined;
}

interface Parts {
  log: Logger;
  health: HealthRegistry;
  clock: Pick<Clock, 'now'>;
}

/** Looks at the files each minute. Adds health part `certificates` once a door speaks TLS. */
export function createCertificates({ log, health, clock }: Parts): Certificates {
  const doors = new Set<Door>();
  const look = async () => {
    for (const door of doors) await renew(door, log);
  };
  const looking = every(LOOK_MS, look, { log, name: 'certificates' });
  return {
    open(files) {
      const pair = readCertificate(files);
      return {
        options: secureOptions(pair),
        keep(server) {
          const door = { files, server, pair, fault: undefined };
          doors.add(door);
          server.once('close', () => doors.delete(door));
          health.add({
            name: 'certificates',
            essential: false,
            check: () => healthOf([...doors], clock.now()),
          });
        },
      };
    },
    look,
    stop: () => looking.stop(),
  };
}

/** Both files are written one after the other, so what does not belong together is looked at again, and the door goes on as before meanwhile. */
async function renew(door: Door, log: Logger): Promise<void> {
  const { files, server } = door;
  let fault: string | undefined;
  try {
    const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
    if (!cert.equals(door.pair.cert) || !key.equals(door.pair.key)) {
      const pair = usable({ cert, key });
      server.setSecureContext(secureOptions(pair));
      door.pair = pair;
      log.info({ certificate: files.cert }, 'a new certificate is in use');
    }
  } catch (error) {
    fault = messageOf(error);
    if (fault !== door.fault)
      log.warn({ certificate: files.cert, key: files.key, err: fault }, 'the new certificate cannot be used');
  }
  door.fault = fault;
}

function healthOf(doors: readonly Door[], now: number) {
  const unusable = doors.filter(({ fault }) => fault !== undefined).length;
  const ends = doors.map(({ pair }) => new X509Certificate(pair.cert).validToDate.getTime());
  const validUntil = ends.length > 0 ? Math.min(...ends) : null;
  const isOver = validUntil !== null && validUntil <= now;
  return {
    state: unusable > 0 || isOver ? ('degraded' as const) : ('ok' as const),
    detail: { doors: doors.length, unusable, validUntil },
  };
}
