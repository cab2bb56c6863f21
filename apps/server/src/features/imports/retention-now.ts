import type { RouteOutput, routes } from '@sunfleet/contract';
import type { Platform } from '../../platform/platform.ts';
import { keptSince } from '../telemetry/index.ts';

/** How long what is imported now is kept. */
export function retentionNow({
  config: { rawRetentionDays, rollupRetentionDays },
  clock,
}: Pick<Platform, 'config' | 'clock'>): RouteOutput<(typeof routes)['previewImport']>['retention'] {
  return {
    samplesDays: rawRetentionDays,
    samplesSince: keptSince(rawRetentionDays, clock.now()),
    meansDays: rollupRetentionDays,
  };
}
