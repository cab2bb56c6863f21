import { ADMINISTRATING_ROLES } from '@sunfleet/contract';
import { Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { useAccount, useMay } from '../../lib/session/session-context.tsx';
import { useNow } from '../../lib/time/use-now.ts';
import { isoDayAt } from '../../lib/time/zone.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { FormGroup } from '../../ui/form/form-row.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { draftProblems, grantBody, type GrantDraft, type GrantProblem, newDraft } from './grant-draft.ts';
import { PeriodField } from './period-field.tsx';
import { RoleField } from './role-field.tsx';
import { StationsField } from './stations-field.tsx';
import { ToFields } from './to-fields.tsx';

interface GrantDialogProps {
  /** The one station to grant; without it stations are chosen in the dialog. */
  station?: { id: number; name: string };
  onClose: () => void;
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Authorises a person or an organisation for stations. */
export function GrantDialog({ station, onClose }: GrantDialogProps) {
  const { t } = useTranslation('grants');
  const { organisation } = useAccount();
  const form = useGrantForm(station, onClose);
  const { draft, change, errorOf, create } = form;
  return (
    <ActionDialog
      title={station ? t('newFor', { name: station.name }) : t('new')}
      okText={t('ok')}
      busy={create.isPending}
      error={create.error}
      onOk={() => form.submit(organisation?.id ?? null)}
      onClose={onClose}
    >
      {station ? null : <ObjectFields form={form} />}
      <ToFields {...form} />
      <RoleField draft={draft} onChange={change} />
      <PeriodField draft={draft} today={form.today} onChange={change} error={errorOf('period')} />
      <p>{t('acceptHint')}</p>
    </ActionDialog>
  );
}

/** The field at which each refusal of the server is shown. */
const PATHS: Readonly<Record<GrantProblem, readonly string[]>> = {
  stations: ['object', 'object.stationIds', 'object.organisationId'],
  account: ['to', 'to.account'],
  code: ['to', 'to.organisationCode'],
  period: ['endsAt', 'beginsAt'],
};

type Form = ReturnType<typeof useGrantForm>;

function useGrantForm(station: GrantDialogProps['station'], onClose: () => void) {
  const { t } = useTranslation('grants');
  const today = isoDayAt(useNow(60_000), ZONE);
  const [draft, setDraft] = useState(() => newDraft(today, station ? [station] : []));
  const [tried, setTried] = useState(false);
  const create = useAction('createGrant', {
    quiet: true,
    invalidates: ['queryGrants'],
    onDone: ({ to }) => {
      showNotice('success', t('done', { to: to.name }));
      onClose();
    },
  });
  const problems = draftProblems(draft, today);
  const told = fieldErrors(create.error);
  return {
    draft,
    today,
    create,
    change: (part: Partial<GrantDraft>) => {
      setDraft({ ...draft, ...part });
      create.reset();
    },
    errorOf: (problem: GrantProblem) =>
      (tried || problem === 'period') && problems.includes(problem)
        ? t(`problem.${problem}`)
        : PATHS[problem].map((path) => told[path]).find(Boolean),
    submit: (organisationId: number | null) => {
      setTried(true);
      if (problems.length === 0)
        create.mutate({ body: grantBody(draft, { today, zone: ZONE, organisationId }) });
    },
  };
}

function ObjectFields({ form: { draft, change, errorOf } }: { form: Form }) {
  const { t } = useTranslation('grants');
  const { organisation, role, reach } = useAccount();
  const administers = useMay('members.manage') && ADMINISTRATING_ROLES.has(role);
  const mayAll = administers && reach === 'organisation' && organisation !== null;
  return (
    <>
      {mayAll ? (
        <FormGroup label={t('column.object')}>
          <Radio.Group
            vertical
            value={draft.what}
            options={[
              { value: 'stations', label: t('object.some') },
              { value: 'organisation', label: t('object.all', { name: organisation.name }) },
            ]}
            onChange={(event) => change({ what: event.target.value as GrantDraft['what'] })}
          />
        </FormGroup>
      ) : null}
      {draft.what === 'stations' ? (
        <StationsField
          stations={draft.stations}
          onChange={(stations) => change({ stations })}
          error={errorOf('stations')}
        />
      ) : null}
    </>
  );
}
