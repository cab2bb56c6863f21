import type { TlsFiles } from './platform/tls-files.ts';

/** Doors that speak TLS where the settings name a certificate and its key. */
const DOORS = ['HTTP', 'MQTT', 'V5'] as const;
type Door = (typeof DOORS)[number];
type Half = 'CERT' | 'KEY';

/** `SUNFLEET_HTTP_TLS_CERT` and its like. */
export type TlsSetting = `SUNFLEET_${Door}_TLS_${Half}`;
type TlsEnvironment = Readonly<Partial<Record<TlsSetting, string | undefined>>>;

/** Certificate and key of a door; undefined: it speaks plain text. */
export function tlsOf(env: TlsEnvironment, door: Door): TlsFiles | undefined {
  const { cert, key } = halves(env, door);
  return cert && key ? { cert, key } : undefined;
}

/**
 * What is wrong with the settings of TLS. One of certificate and key alone would leave the door in plain text although somebody meant to
 * close it. The demo fleet speaks plain text, so it does not go together with TLS.
 */
export function tlsMistakes(
  env: TlsEnvironment & { SUNFLEET_DEMO: boolean },
): { setting: TlsSetting; message: string }[] {
  return DOORS.flatMap((door) => {
    const { cert, key } = halves(env, door);
    if (!cert && !key) return [];
    const name = (half: Half): TlsSetting => `SUNFLEET_${door}_TLS_${half}`;
    if (!cert)
      return [{ setting: name('CERT'), message: `names the certificate that belongs to ${name('KEY')}` }];
    if (!key) return [{ setting: name('KEY'), message: `names the key that belongs to ${name('CERT')}` }];
    if (!env.SUNFLEET_DEMO) return [];
    return [{ setting: name('CERT'), message: 'needs SUNFLEET_DEMO=off: the demo fleet does not speak TLS' }];
  });
}

function halves(env: TlsEnvironment, door: Door): { cert: string | undefined; key: string | undefined } {
  return { cert: env[`SUNFLEET_${door}_TLS_CERT`], key: env[`SUNFLEET_${door}_TLS_KEY`] };
}
