import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

const LOOK_MS = 15_000;
/** Garbage that is worth a pause of the process (some 50 ms for its live data). */
const WORTH_BYTES = 96 * 1024 * 1024;
/** Share of the last look's time in which the event loop worked; above it nobody is made to wait for memory. */
const QUIET = 0.2;

type Collect = (options: { type: 'major'; execution: 'async' }) => Promise<void>;

/**
 * Gives memory back once a burst is over. V8 lets garbage lie for as long as the machine has memory, so that a back-fill or
 * an import would hold a gigabyte for hours. Looks every 15 s and collects only while the process is quiet.
 */
export function giveBackSpareMemory(): { stop(): void } {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as Collect;
  let before = performance.eventLoopUtilization();
  let live = v8.getHeapStatistics().used_heap_size;
  const look = async () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > QUIET || memoryHeld() - live < WORTH_BYTES) return;
    await collect({ type: 'major', execution: 'async' });
    live = memoryHeld();
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Bytes the heap has taken from the system, used or not, and the buffers outside it. */
function memoryHeld(): number {
  const { total_heap_size: heap, external_memory: external } = v8.getHeapStatistics();
  return heap + external;
}
