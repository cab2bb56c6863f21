import type { SeveralResult } from '@sunfleet/contract';
import { useAction } from '../../../lib/call/use-action.ts';

type SeveralRoute =
  | 'labelSeveralStations'
  | 'favouriteSeveralStations'
  | 'grantSeveralStations'
  | 'moveSeveralStations'
  | 'endSeveralStations';

interface On {
  onResult: (result: SeveralResult) => void;
  onClose: () => void;
}

/** Does something with several stations; its dialog makes way for the result. */
export function useSeveral<N extends SeveralRoute>(name: N, { onResult, onClose }: On) {
  return useAction(name, {
    quiet: true,
    invalidates: [
      'listStations',
      'mapStations',
      'getStation',
      'listLabels',
      'queryGrants',
      'listEndedStations',
      'portfolioOverview',
      'nameSeveralStations',
    ],
    onDone: (result) => {
      onClose();
      onResult(result as SeveralResult);
    },
  });
}
