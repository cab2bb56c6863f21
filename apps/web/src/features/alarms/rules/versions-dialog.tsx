import type { AlarmRule, AlarmRuleVersion } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Choice } from '../../../ui/form/field.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import styles from './rules.module.css';
import { useRuleName } from './use-rule-name.ts';

/** What a rule said in each of its versions, beside what it says now; an older one comes back as a new version. */
export function VersionsDialog({ rule, onClose }: { rule: AlarmRule; onClose: () => void }) {
  const { t } = useTranslation('alarm-rules');
  const nameOf = useRuleName();
  const format = useFormat();
  const [chosen, setChosen] = useState(rule.version);
  const versions = useCall('listAlarmRuleVersions', { params: { id: rule.id } });
  const update = useAction('updateAlarmRule', {
    quiet: true,
    invalidates: ['listAlarmRules', 'listAlarmRuleVersions'],
    onDone: onClose,
  });
  const then = versions.data?.find(({ version }) => version === chosen);
  const optionOf = ({ version, at, by }: AlarmRuleVersion) => ({
    value: String(version),
    label: t('versions.one', { version, time: format.dateTime(at), by: by ?? t('versions.unknown') }),
  });
  const restore = () =>
    then &&
    update.mutate({
      params: { id: rule.id },
      // Whether it is switched on is decided now.
      body: { rule: { ...then.rule, enabled: rule.enabled }, version: rule.version },
    });
  return (
    <ActionDialog
      title={t('versions.title', { name: nameOf(rule) })}
      okText={t('versions.restore')}
      busy={update.isPending}
      disabled={!then || chosen === rule.version}
      error={update.error}
      onOk={restore}
      onClose={onClose}
    >
      <Loaded loading={versions} skeleton={<SkeletonBlock lines={6} />}>
        <Choice
          label={t('versions.choose')}
          value={String(chosen)}
          options={(versions.data ?? []).map(optionOf)}
          onChange={(version) => setChosen(Number(version))}
        />
        {then ? <Compared then={then} now={rule} /> : null}
      </Loaded>
    </ActionDialog>
  );
}

const TEXTS = ['name', 'raise', 'clear', 'consecutive', 'onDelay', 'offDelay'] as const;

function Compared({ then, now }: { then: AlarmRuleVersion; now: AlarmRule }) {
  const { t } = useTranslation(['alarm-rules', 'common']);
  const levelOf = ({ level }: Pick<AlarmRule, 'level'>) => t(`status.alarm.${level}`, { ns: 'common' });
  const rows = [
    ...TEXTS.map((field) => ({
      label: t(`field.${field}`),
      old: String(then.rule[field]),
      now: String(now[field]),
    })),
    { label: t('field.level'), old: levelOf(then.rule), now: levelOf(now) },
    { label: t('field.models'), old: then.rule.models.join(', '), now: now.models.join(', ') },
    {
      label: t('field.stations'),
      old: then.rule.stationIds.join(', '),
      now: now.stationIds.join(', '),
    },
    { label: t('field.labels'), old: then.rule.labelIds.join(', '), now: now.labelIds.join(', ') },
  ].filter((row) => row.old !== row.now);
  if (rows.length === 0) return <p className={styles.muted}>{t('versions.same')}</p>;
  return (
    <div className={styles.compared}>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('versions.then')}</th>
            <th scope="col">{t('versions.now')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td>{row.old || '–'}</td>
              <td>{row.now || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
