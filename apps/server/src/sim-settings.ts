import type { SimProvider } from './platform/sim-provider.ts';

interface SimEnvironment {
  SUNFLEET_SIM_URL?: string | undefined;
  SUNFLEET_SIM_TOKEN?: string | undefined;
  SUNFLEET_SIM_SOURCE?: string | undefined;
  SUNFLEET_SIM_PATIENCE_SECONDS: number;
  SUNFLEET_SIM_REQUESTS_PER_DAY: number;
}

/** The provider of SIM cards; undefined: none is asked. */
export function simsOf(env: SimEnvironment): SimProvider | undefined {
  const { SUNFLEET_SIM_URL: url, SUNFLEET_SIM_SOURCE: name } = env;
  if (!url || !name) return undefined;
  return {
    url: url.replace(/\/$/, ''),
    name,
    token: env.SUNFLEET_SIM_TOKEN,
    patienceMs: env.SUNFLEET_SIM_PATIENCE_SECONDS * 1000,
    perDay: env.SUNFLEET_SIM_REQUESTS_PER_DAY,
  };
}

/** What is wrong with these settings together: people must read whose figures these are. */
export function simMistakes(env: SimEnvironment): { setting: string; message: string }[] {
  return env.SUNFLEET_SIM_URL && !env.SUNFLEET_SIM_SOURCE
    ? [{ setting: 'SUNFLEET_SIM_SOURCE', message: 'names the service of SUNFLEET_SIM_URL' }]
    : [];
}

/** Whether a path can be added to an address. */
export function isSimUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(text);
}
