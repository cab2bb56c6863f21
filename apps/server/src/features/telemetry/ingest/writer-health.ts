import type { HealthSource } from '../../../platform/health.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../config.ts';
import type { FrameArchive } from './frame-archive.ts';
import type { SampleWriter } from './sample-writer.ts';

/** After this long without a good insert, devices are no longer served. */
const DOWN_AFTER_MS = 30_000;

/** Health part `telemetry`: whether samples become durable, and what waits. */
export function writerHealth(
  { writer, archive }: { writer: SampleWriter; archive: Pick<FrameArchive, 'state'> },
  { clock, config }: { clock: Clock; config: Pick<Config, 'ingestMemoryBytes'> },
): HealthSource {
  return {
    name: 'telemetry',
    essential: true,
    check() {
      const { failure, failingSince, waitingBytes, inFlight, storedSamples } = writer.state();
      const full = waitingBytes >= config.ingestMemoryBytes;
      const lasting = failingSince !== undefined && clock.now() - failingSince >= DOWN_AFTER_MS;
      return {
        state: lasting ? 'down' : failure !== undefined || full ? 'degraded' : 'ok',
        detail: {
          waitingBytes,
          inFlight,
          storedSamples,
          ...archive.state(),
          devicesWait: full,
          reason: failure ?? null,
          failingSince: failingSince ?? null,
        },
      };
    },
  };
}
