import { LIMITS, type SeveralResult, type StationTarget } from '@sunfleet/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { isoDayAt } from '../../../lib/time/zone.ts';
import {
  draftProblems,
  grantBody,
  type GrantDraft,
  type GrantProblem,
  newDraft,
} from '../../../parts/grants/grant-draft.ts';
import { PeriodField } from '../../../parts/grants/period-field.tsx';
import { RoleField } from '../../../parts/grants/role-field.tsx';
import { ToFields } from '../../../parts/grants/to-fields.tsx';
import { LabelFilter } from '../../../parts/labels/label-filter.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { FormGroup, FormRow } from '../../../ui/form/form-row.tsx';
import type { SeveralAction } from './several-action.ts';
import { useSeveral } from './use-several.ts';

interface SeveralDialogProps {
  action: SeveralAction;
  target: StationTarget;
  count: number;
  onResult: (result: SeveralResult) => void;
  onClose: () => void;
}

const DAY_MS = 86_400_000;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Asks what an action needs and says how many stations it is for. */
export function SeveralDialog(props: SeveralDialogProps) {
  switch (props.action) {
    case 'label':
      return <LabelDialog {...props} />;
    case 'grant':
      return <GrantSeveral {...props} />;
    case 'move':
      return <MoveDialog {...props} />;
    case 'end':
      return <EndDialog {...props} />;
    default:
      return <FavouriteDialog {...props} />;
  }
}

function useCount(count: number): string {
  const { t } = useTranslation('stations');
  const format = useFormat();
  return t('several.count', { n: format.number(count, 0) });
}

function FavouriteDialog({ action, target, count, ...on }: SeveralDialogProps) {
  const { t } = useTranslation('stations');
  const text = useCount(count);
  const act = useSeveral('favouriteSeveralStations', on);
  return (
    <ActionDialog
      title={t(`several.${action}`)}
      okText={t(`several.${action}`)}
      busy={act.isPending}
      error={act.error}
      onOk={() => act.mutate({ body: { target, favourite: action === 'mark' } })}
      onClose={on.onClose}
    >
      <p>{text}</p>
    </ActionDialog>
  );
}

function LabelDialog({ target, count, ...on }: SeveralDialogProps) {
  const { t } = useTranslation(['stations', 'labels']);
  const text = useCount(count);
  const [add, setAdd] = useState<number[]>([]);
  const [remove, setRemove] = useState<number[]>([]);
  const act = useSeveral('labelSeveralStations', on);
  return (
    <ActionDialog
      title={t('several.label')}
      okText={t('labels:save')}
      busy={act.isPending}
      disabled={add.length + remove.length === 0}
      error={act.error}
      onOk={() => act.mutate({ body: { target, add, remove } })}
      onClose={on.onClose}
    >
      <p>{text}</p>
      <FormGroup label={t('several.add')}>
        <LabelFilter chosen={add} onChange={setAdd} />
      </FormGroup>
      <FormGroup label={t('several.remove')}>
        <LabelFilter chosen={remove} onChange={setRemove} />
      </FormGroup>
    </ActionDialog>
  );
}

function GrantSeveral({ target, count, ...on }: SeveralDialogProps) {
  const { t } = useTranslation(['stations', 'grants']);
  const text = useCount(count);
  const today = isoDayAt(useNow(60_000), ZONE);
  const [draft, setDraft] = useState<GrantDraft>(() => newDraft(today, []));
  const [tried, setTried] = useState(false);
  const act = useSeveral('grantSeveralStations', on);
  const problems: readonly GrantProblem[] = draftProblems(draft, today).filter(
    (problem) => problem !== 'stations',
  );
  const change = (part: Partial<GrantDraft>) => {
    setDraft({ ...draft, ...part });
    act.reset();
  };
  const submit = () => {
    setTried(true);
    if (problems.length > 0) return;
    const { object: _, ...terms } = grantBody(draft, { today, zone: ZONE, organisationId: null });
    act.mutate({ body: { target, ...terms } });
  };
  const errorOf = (problem: GrantProblem) =>
    tried && problems.includes(problem) ? t(`grants:problem.${problem}`) : undefined;
  return (
    <ActionDialog
      title={t('several.grant')}
      okText={t('grants:ok')}
      busy={act.isPending}
      error={act.error}
      onOk={submit}
      onClose={on.onClose}
    >
      <p>{text}</p>
      <ToFields draft={draft} change={change} errorOf={errorOf} />
      <RoleField draft={draft} onChange={change} />
      <PeriodField draft={draft} today={today} onChange={change} error={errorOf('period')} />
      <p>{t('grants:acceptHint')}</p>
    </ActionDialog>
  );
}

function MoveDialog({ target, count, ...on }: SeveralDialogProps) {
  const { t } = useTranslation('stations');
  const text = useCount(count);
  const [code, setCode] = useState('');
  const act = useSeveral('moveSeveralStations', on);
  return (
    <ActionDialog
      title={t('several.move')}
      okText={t('several.move')}
      busy={act.isPending}
      disabled={code.trim() === ''}
      error={act.error}
      onOk={() => act.mutate({ body: { target, organisationCode: code.trim() } })}
      onClose={on.onClose}
    >
      <p>{text}</p>
      <p>{t('several.moveHint')}</p>
      <FormRow label={t('several.code')}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            maxLength={32}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </FormRow>
    </ActionDialog>
  );
}

/** The first names, and how many more there are. */
function MeantNames({ names, count }: { names: readonly string[]; count: number }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const more = count - names.length;
  const list = names.join(', ');
  return <p>{more > 0 ? t('several.namedMore', { names: list, n: format.number(more, 0) }) : list}</p>;
}

function EndDialog({ target, count, ...on }: SeveralDialogProps) {
  const { t } = useTranslation('stations');
  const text = useCount(count);
  const [typed, setTyped] = useState('');
  const meant = useCall('nameSeveralStations', { body: { target } });
  const act = useSeveral('endSeveralStations', on);
  const wrong = fieldErrors(act.error)['typed'];
  return (
    <ActionDialog
      title={t('several.end')}
      okText={t('several.end')}
      danger
      busy={act.isPending}
      disabled={!meant.data || typed.trim() !== String(count)}
      error={wrong ? null : (act.error ?? meant.error)}
      onOk={() =>
        meant.data && act.mutate({ body: { target, typed: Number(typed), digest: meant.data.digest } })
      }
      onClose={on.onClose}
    >
      <p>{text}</p>
      {meant.data ? <MeantNames {...meant.data} /> : null}
      <p>{t('several.endHint', { days: LIMITS.endedStationMs / DAY_MS })}</p>
      <FormRow label={t('several.typeNumber', { n: count })} error={wrong}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </FormRow>
    </ActionDialog>
  );
}
