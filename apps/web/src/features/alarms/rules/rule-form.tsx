import { ALARM_LEVELS, type AlarmRule, type AlarmRuleInput, type AlarmRuleTest } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCataloguePoints } from '../../../parts/points/use-point-options.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FieldGrid } from '../../../ui/form/field-grid.tsx';
import { Check, Choice, Field } from '../../../ui/form/field.tsx';
import { ConditionField } from './condition-field.tsx';
import { isTooWide, PastResult } from './past-result.tsx';
import { readPoints } from './read-points.ts';
import { draftOfRule, emptyRule, readCondition, ruleInput, type RuleDraft } from './rule-draft.ts';
import styles from './rules.module.css';
import { TargetFields } from './target-fields.tsx';
import { useConditionWords } from './use-condition-words.ts';
import { useRuleName } from './use-rule-name.ts';

const isGauge = ({ kind }: { kind: string }) => kind === 'gauge';
type Change = (change: Partial<RuleDraft>) => void;

/** Writes a rule: read as it is typed, said in words, and tried on the last thirty days before it is switched on. */
export function RuleForm({ rule, onClose }: { rule: AlarmRule | undefined; onClose: () => void }) {
  const { t } = useTranslation('alarm-rules');
  const nameOf = useRuleName();
  const [draft, setDraft] = useState(() => (rule ? draftOfRule(rule) : emptyRule));
  const { test, isTested, run, busy, error } = usePast();
  const done = { quiet: true, invalidates: ['listAlarmRules'] as const, onDone: onClose };
  const create = useAction('createAlarmRule', done);
  const update = useAction('updateAlarmRule', done);
  const change: Change = (next) => setDraft({ ...draft, ...next });
  const input = ruleInput(draft);
  const tested = input && isTested(input) ? test : undefined;
  const isWide = tested !== undefined && isTooWide(tested);
  const write = (body: AlarmRuleInput) =>
    rule
      ? update.mutate({ params: { id: rule.id }, body: { rule: body, version: rule.version } })
      : create.mutate({ body });
  // A rule that is switched on is tried first; where it is too wide that is said before it is saved.
  const save = async () => {
    if (!input) return;
    if (input.enabled && !tested && isTooWide(await run(input))) return;
    write(input);
  };
  return (
    <ActionDialog
      title={rule ? t('changeOne', { name: nameOf(rule) }) : t('add')}
      okText={isWide ? t('saveAnyway') : t('save')}
      busy={create.isPending || update.isPending || busy}
      disabled={!input}
      error={create.error ?? update.error ?? error}
      onOk={() => void save().catch(() => undefined)}
      onClose={onClose}
    >
      <Field
        label={t(draft.pack ? 'field.nameOfPack' : 'field.name')}
        value={draft.name}
        maxLength={64}
        autoComplete="off"
        onChange={(event) => change({ name: event.target.value })}
      />
      <Conditions draft={draft} change={change} />
      <Times draft={draft} change={change} />
      <TargetFields draft={draft} onChange={change} />
      <Check label={t('field.enabled')} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />
      <div>
        <Button busy={busy} disabled={!input} onClick={() => input && void run(input).catch(() => undefined)}>
          {t('test.run')}
        </Button>
      </div>
      {tested && input ? (
        <PastResult
          key={JSON.stringify(input)}
          test={tested}
          input={input}
          points={readPoints(draft.raise, draft.clear)}
        />
      ) : null}
    </ActionDialog>
  );
}

/** The last try on the past, and of what. */
function usePast() {
  const check = useAction('checkAlarmRule', { quiet: true });
  const [tested, setTested] = useState<{ of: string; test: AlarmRuleTest }>();
  const keyOf = ({ enabled: _enabled, name: _name, ...input }: AlarmRuleInput) => JSON.stringify(input);
  return {
    test: tested?.test,
    isTested: (input: AlarmRuleInput) => tested?.of === keyOf(input),
    busy: check.isPending,
    error: check.error,
    async run(input: AlarmRuleInput): Promise<AlarmRuleTest> {
      const test = await check.mutateAsync({ body: input });
      setTested({ of: keyOf(input), test });
      return test;
    },
  };
}

function Conditions({ draft, change }: { draft: RuleDraft; change: Change }) {
  const { t } = useTranslation('alarm-rules');
  const words = useConditionWords();
  const points = useCataloguePoints(isGauge);
  const sentence = (key: 'preview.raise' | 'preview.clear', text: string) => {
    const read = readCondition(text);
    return read && 'node' in read ? t(key, { when: words(read.node) }) : undefined;
  };
  const told = [sentence('preview.raise', draft.raise), sentence('preview.clear', draft.clear)].filter(
    Boolean,
  );
  const options = points.flatMap(({ options: of }) =>
    of.map(({ value, label }) => ({ value, label: `${label} · ${value}` })),
  );
  return (
    <>
      <ConditionField
        label={t('field.raise')}
        value={draft.raise}
        required
        onChange={(raise) => change({ raise })}
      />
      <Choice
        label={t('insertPoint')}
        value=""
        options={[{ value: '', label: '' }, ...options]}
        onChange={(point) => change({ raise: `${draft.raise.trimEnd()} ${point}`.trimStart() })}
      />
      <p className={styles.muted}>{t('syntax')}</p>
      <ConditionField label={t('field.clear')} value={draft.clear} onChange={(clear) => change({ clear })} />
      {told.length > 0 ? (
        <div className={styles.result}>
          <strong>{t('preview.title')}</strong>
          <span>{told.join(' ')}</span>
        </div>
      ) : null}
    </>
  );
}

function Times({ draft, change }: { draft: RuleDraft; change: Change }) {
  const { t } = useTranslation(['alarm-rules', 'common']);
  const count = (field: 'consecutive' | 'onDelay' | 'offDelay') => (
    <Field
      label={t(`field.${field}`)}
      value={draft[field]}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => change({ [field]: event.target.value })}
    />
  );
  return (
    <FieldGrid>
      <Choice
        label={t('field.level')}
        value={draft.level}
        options={ALARM_LEVELS.map((value) => ({
          value,
          label: t(`status.alarm.${value}`, { ns: 'common' }),
        }))}
        onChange={(value) => change({ level: ALARM_LEVELS.find((known) => known === value) ?? draft.level })}
      />
      {count('consecutive')}
      {count('onDelay')}
      {count('offDelay')}
    </FieldGrid>
  );
}
