import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useAccount, useMay, useMayCall } from '../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../lib/url-state.ts';
import { Approvals } from '../../parts/approvals/approvals.tsx';
import { FormRow } from '../../ui/form/form-row.tsx';
import { Loaded, Page } from '../../ui/page/page.tsx';
import styles from './commands.module.css';
import { EmergencyStop } from './emergency-stop.tsx';
import { type Level, manageable } from './level.ts';
import { LimitsForm } from './limits-form.tsx';
import { UsedLastHour } from './used-last-hour.tsx';

const FIELDS = { organisation: integerField(undefined) };
/** Stands for the platform where an organisation is chosen. */
const PLATFORM = 0;
const LOOK_MS = 15_000;

/** What may be sent to devices: the emergency stop, limits, and what of them is used. */
export function CommandsPage() {
  const { t } = useTranslation('commands');
  const ofPlatform = useMay('platform.manage');
  const own = useAccount().organisation?.id;
  const [{ organisation }, set] = useUrlState(FIELDS);
  const mayManage = useMayCall('getOrganisationCommands');
  const tree = useCall('organisationTree', {}, { enabled: mayManage });
  const levels = [
    ...(ofPlatform ? [{ id: PLATFORM, name: t('level.platform') }] : []),
    ...manageable(tree.data ?? []),
  ];
  const chosen =
    levels.find(({ id }) => id === organisation) ??
    levels.find(({ id }) => id === (ofPlatform ? PLATFORM : own)) ??
    levels[0];
  return (
    <Page
      help="organisations"
      title={t('title')}
      subtitle={t('hint')}
      route="getOrganisationCommands"
      loading={tree}
    >
      <div className={styles.page}>
        <FormRow label={t('level.label')}>
          {(control) => (
            <Select
              {...control}
              className={styles.level}
              showSearch={{ optionFilterProp: 'label' }}
              value={chosen?.id ?? null}
              options={levels.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id: number) => set({ organisation: id }, { push: true })}
            />
          )}
        </FormRow>
        {chosen ? (
          <Rules
            key={chosen.id}
            level={{ organisationId: chosen.id === PLATFORM ? undefined : chosen.id, name: chosen.name }}
          />
        ) : null}
        <Approvals />
      </div>
    </Page>
  );
}

function Rules({ level }: { level: Level }) {
  const { organisationId } = level;
  const ofPlatform = organisationId === undefined;
  const options = { refetchMs: LOOK_MS };
  const platform = useCall('getPlatformCommands', {}, { ...options, enabled: ofPlatform });
  const organisation = useCall(
    'getOrganisationCommands',
    { params: { id: organisationId ?? PLATFORM } },
    { ...options, enabled: !ofPlatform },
  );
  const rules = ofPlatform ? platform : organisation;
  return (
    <Loaded loading={rules}>
      {rules.data ? (
        <>
          <EmergencyStop level={level} rules={rules.data} />
          <LimitsForm level={level} rules={rules.data} />
          <UsedLastHour level={level} rules={rules.data} />
        </>
      ) : null}
    </Loaded>
  );
}
