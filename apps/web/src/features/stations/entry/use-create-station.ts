import { CallError } from '@sunfleet/api-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { failureText } from '../../../lib/call/failure-text.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { sendFile } from '../../../parts/stations/files/send-file.ts';
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
  const { t: stations } = useTranslation('stations');
  const { t: common } = useTranslation('common');
  const call = useCallFunction();
  const [created, setCreated] = useState<Created>();
  const [sending, setSending] = useState(false);
  const create = useAction('createStation', {
    quiet: true,
    invalidates: ['listStations', 'mapStations', 'portfolioOverview'],
  });
  const offer = useAction('handOverStation', {
    onDone: ({ to }) => showNotice('success', t('handOver.done', { to })),
  });
  const sendCover = async (stationId: number, content: Blob) => {
    try {
      await sendFile(call, { stationId, kind: 'cover', content, name: stations('files.cover') });
    } catch (error) {
      const reason = error instanceof CallError ? failureText(error, common) : '';
      showNotice('error', stations('files.coverLater', { reason }));
    }
  };
  const run = async (values: StationValues, photo: Blob | undefined) => {
    const account = values.ownerAccount.trim();
    const { id } = await create.mutateAsync({ body: stationBody(values) });
    onCreated();
    if (photo) {
      setSending(true);
      await sendCover(id, photo);
      setSending(false);
    }
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
    busy: create.isPending || sending || offer.isPending,
    send: (values: StationValues, photo?: Blob) => {
      create.reset();
      // The actions keep their refusals, and the fields show them.
      run(values, photo).catch(() => undefined);
    },
  };
}
