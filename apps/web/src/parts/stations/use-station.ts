import type { StationDetail } from '@sunfleet/contract';
import { useOutletContext } from 'react-router';

/** The station of the page around: the tabs of a station's page, whichever feature they come from. */
export const useStation = (): StationDetail => useOutletContext<StationDetail>();
