import { useTranslation } from 'react-i18next';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { Page } from '../../../ui/page/page.tsx';
import { ConnectLogger } from './connect-logger.tsx';
import { StationWizard } from './station-wizard.tsx';
import { WizardProgress } from './wizard-progress.tsx';

/** `step` counts the steps of the station, from 0; `station` is set once it is there and waits for its logger. */
const FIELDS = { step: integerField(0), station: integerField(undefined) };

/** The personal edition's way to a new station: an owner adds a station step by step, and its logger at the end. */
export function PersonalStationPage() {
  const { t } = useTranslation(['stations', 'rules']);
  const [{ step, station }, set] = useUrlState(FIELDS);
  const last = 2;
  const at = Math.min(step, last);
  return (
    <Page help="addStation" title={t('wizard.title')} permission="stations.create">
      <WizardProgress at={station === undefined ? at : last + 1} />
      {station === undefined ? (
        <StationWizard
          step={at}
          onStep={(next) => set({ step: next }, { push: true })}
          onCreated={(id) => set({ station: id, step: 0 })}
        />
      ) : (
        <ConnectLogger stationId={station} />
      )}
    </Page>
  );
}
