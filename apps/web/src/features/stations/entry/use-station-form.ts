import { useState } from 'react';
import { useDraft } from '../../../lib/draft.ts';
import { useFields } from '../../../lib/form/use-fields.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { EMPTY_STATION, STATION_RULES, type StationValues } from './station-values.ts';
import { useCreateStation } from './use-create-station.ts';

/** A station that the form begins with. */
export interface CopiedStation {
  id: number;
  values: Partial<StationValues>;
}

/** The values of the form, with drafts, rules and refusals. */
export function useStationForm(copied?: CopiedStation) {
  const account = useAccount();
  const mayChoose = useMay('organisations.view');
  const mayOffer = useMay('stations.grant') && account.role !== 'owner';
  const organisationId = mayChoose && account.organisation ? String(account.organisation.id) : '';
  const empty: StationValues = { ...EMPTY_STATION, ...copied?.values, organisationId };
  const of = copied ? `.copy${copied.id}` : '';
  const [kept, keep, forget] = useDraft<StationValues>(`station${of}`, empty);
  const creation = useCreateStation(forget);
  const fields = useFields<StationValues>({
    initial: kept,
    rules: {
      ...STATION_RULES,
      // Somebody who sees organisations must choose one of them. An owner sees none and needs none.
      organisationId: (id) => (mayChoose && id === '' ? 'organisationMissing' : undefined),
    },
    error: creation.error,
    byKey: {
      notYourself: 'ownerAccount',
      organisationNotFound: 'organisationId',
    },
  });
  const { values } = fields;
  const [photo, setPhoto] = useState<Blob>();
  return {
    ...fields,
    change: (part: Partial<StationValues>) => {
      keep({ ...values, ...part });
      fields.put(part);
    },
    mayChoose,
    mayOffer,
    cover: { photo, set: setPhoto },
    /** Whether anything was typed that would be lost. */
    dirty:
      photo !== undefined ||
      Object.entries(values).some(([name, value]) => value !== empty[name as keyof StationValues]),
    forget,
    rejected: creation.error,
    send: (sent: StationValues) => creation.send(sent, photo),
    busy: creation.busy,
    created: creation.created,
  };
}
