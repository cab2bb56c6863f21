import type { CallError } from '@sunfleet/api-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { stationBody, type StationValues } from './station-values.ts';

interface Created {
  id: number;
  /** The next page: the devices, or the one where the offer to the owner can be made again. */
  tab: 'device' | 'authorize';
}

/** Creates a station and offers it to its owner, where one is named. Nobody is told whether there is such an account. */
export function useCreateStation(onCreated: () => void) {
  const { t } = useTranslation('grants');
  const [created, setCreated] = useState<Created>();
  const create = useAction('createStation', {
    quiet: true,
    invalidates: ['listStations', 'mapStations', 'portfolioOverview'],
  });
  const offer = useAction('handOverStation', {
    onDone: ({ to }) => showNotice('success', t('handOver.done', { to })),
  });
  const run = async (values: StationValues) => {
    const account = values.ownerAccount.trim();
    const { id } = await create.mutateAsync({ body: stationBody(values) });
    onCreated();
    const offered =
      account === '' ||
      (await offer.mutateAsync({ params: { id }, body: { account } }).then(
        () => true,
        () => false,
      ));
    setCreated({ id, tab: offered ? 'device' : 'authorize' });
  };
  const error: CallError | null = create.error;
  return {
    created,
    error,
    busy: create.isPending || offer.isPending,
    send: (values: StationValues) => {
      create.reset();
      // The actions keep their refusals, and the fields show them.
      run(values).catch(() => undefined);
    },
  };
}
