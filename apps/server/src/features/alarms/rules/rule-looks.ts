import { messageOf } from '../../../platform/errors.ts';
import { every, type Repeated } from '../../../platform/jobs/every.ts';
import type { AlarmEngine } from '../alarm-engine.ts';
import { judgeRules } from './judge-rules.ts';
import { createRuleTimes } from './rule-times.ts';

/** How often it is asked whether a look is due. */
const ASK_EVERY_MS = 60_000;
/** Rules are judged by means of five minutes. */
const LOOK_EVERY_MS = 5 * 60_000;
/** A rule that changed is judged at once, or so long after the last look, and so many times what that took: all rules are judged with it. */
const PAUSE_MS = 20_000;
const PAUSE_FACTOR = 5;

/** When the rules for alarms are judged. */
export interface RuleLooks {
  /** Judges them where that is due. */
  review(): Promise<void>;
  /** Looks at rules that changed. Who changes them again and again waits. */
  soon(): void;
  /** Judges them by itself from now on: rules may take minutes, and silence is told meanwhile. */
  start(): void;
  stop(): Promise<void>;
}

/** `judged`: called after each look that was made by itself. */
export function createRuleLooks(engine: AlarmEngine, judged: () => void): RuleLooks {
  const { clock, log } = engine.platform;
  const times = createRuleTimes();
  /** Epoch milliseconds. */
  let dueAt = -Infinity;
  let lookedAt = -Infinity;
  let tookMs = 0;
  let looking: Promise<void> | undefined;
  let judging: Repeated | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const isFirst = lookedAt === -Infinity;
    const began = performance.now();
    lookedAt = clock.now();
    dueAt = clock.now() + LOOK_EVERY_MS;
    try {
      await judgeRules(engine, times);
      if (!isFirst) return;
      // Means of the time in which no server ran may come only now: the next look looks back as far as this one.
      times.again();
      dueAt = -Infinity;
    } catch (error) {
      dueAt = -Infinity;
      log.warn({ err: messageOf(error) }, 'rules for alarms not judged');
    } finally {
      tookMs = performance.now() - began;
    }
  }

  async function review(): Promise<void> {
    while (looking) await looking;
    if (clock.now() < dueAt) return;
    looking = look().finally(() => (looking = undefined));
    await looking;
  }

  return {
    review,
    soon() {
      const now = clock.now();
      const pause = Math.max(PAUSE_MS, PAUSE_FACTOR * tookMs);
      dueAt = Math.min(dueAt, Math.max(now, lookedAt + pause));
      clearTimeout(timer);
      timer = setTimeout(() => judging?.wake(), Math.max(0, dueAt - now)).unref();
    },
    start() {
      const judge = async () => {
        await review();
        judged();
      };
      judging = every(ASK_EVERY_MS, judge, { log, name: 'rules for alarms' });
      judging.wake();
    },
    async stop() {
      times.stop();
      clearTimeout(timer);
      await judging?.stop();
    },
  };
}
