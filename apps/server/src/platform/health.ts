import type { Health, HealthPart } from '@sunfleet/contract';
import type { Logger } from './log.ts';
import { storeFailureOf } from './store-failure.ts';
import { within } from './within.ts';

/** One part that waits for its store keeps the report from nobody: whoever asks gives up after five seconds, and takes the server for gone. */
export const PATIENCE_MS = 4000;

/** A part of the server that can report its state. Must answer at once, from memory or with a short timeout of its own. */
export interface HealthSource {
  name: string;
  /** Whether the server can do its job without it. */
  essential: boolean;
  check(): Promise<Omit<HealthPart, 'name'>> | Omit<HealthPart, 'name'>;
}

export interface HealthRegistry {
  /** In the place of a part of the same name: what begins anew again and again tells of itself as it is now, and nothing of before is held. */
  add(source: HealthSource): void;
  /** Whoever asks while another report is made gets that one: hundreds at once would make the stores late, which is what `down` means. */
  report(): Promise<Health>;
  setReady(): void;
}

export function createHealthRegistry(
  version: string,
  log?: Pick<Logger, 'warn'>,
  patienceMs = PATIENCE_MS,
): HealthRegistry {
  const sources = new Map<string, HealthSource>();
  const told = tellOnce(log);
  let ready = false;
  let making: Promise<Health> | undefined;
  const make = async (): Promise<Health> => {
    const all = [...sources.values()];
    const parts = await Promise.all(all.map(async (source) => told(await check(source, patienceMs))));
    return { state: ready ? overall(all, parts) : 'starting', version, parts };
  };
  return {
    add: (source) => void sources.set(source.name, source),
    setReady: () => void (ready = true),
    report() {
      making ??= make().finally(() => (making = undefined));
      return making;
    },
  };
}

async function check(source: HealthSource, patienceMs: number): Promise<HealthPart> {
  try {
    return { name: source.name, ...(await within(patienceMs, Promise.resolve(source.check()))) };
  } catch (error) {
    return { name: source.name, state: 'down', detail: { error: String(error) } };
  }
}

/** What stores say of a failure names addresses, accounts and tables. */
const FOR_ANYBODY = /no answer (?:within|in|for) [\w ]+/;
/** What drivers say of an answer that did not come. */
const LATE = /timeout|timed out|ETIMEDOUT/i;

/** What the platform says itself names nothing. */
const OWN_WORDS: ReadonlySet<unknown> = new Set(['another key', 'connecting', 'disk full']);

function forAnybody(error: string): string {
  if (storeFailureOf(error)?.diskFull) return 'disk full';
  return FOR_ANYBODY.exec(error)?.[0] ?? (LATE.test(error) ? 'no answer in time' : 'see the log');
}

/** Anybody reads the report: of an error it says whether an answer came in time, and the log has the rest, once for each that is another one. */
function tellOnce(log: Pick<Logger, 'warn'> | undefined): (part: HealthPart) => HealthPart {
  const before = new Map<string, string>();
  return (part) => {
    const detail = { ...part.detail };
    for (const key of ['error', 'reason'] as const) {
      const said = detail[key];
      if (typeof said !== 'string' || OWN_WORDS.has(said)) continue;
      const name = `${part.name} ${key}`;
      if (before.get(name) !== said)
        log?.warn({ part: part.name, reason: said }, 'part of the server failed');
      before.set(name, said);
      detail[key] = forAnybody(said);
    }
    return { ...part, detail };
  };
}

function overall(sources: readonly HealthSource[], parts: readonly HealthPart[]): Health['state'] {
  const essentialDown = parts.some((part, index) => part.state === 'down' && sources[index]?.essential);
  if (essentialDown) return 'down';
  return parts.some((part) => part.state !== 'ok') ? 'degraded' : 'ok';
}
