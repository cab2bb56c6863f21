import type { Parameter } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParameterWords } from '../../../parts/parameters/use-parameter-words.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldGrid } from '../../../ui/form/field-grid.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { draftOf, readDraft } from '../../../parts/parameters/parameter-draft.ts';
import { ParameterField } from '../../../parts/parameters/parameter-field.tsx';
import styles from './parameters.module.css';
import { type ParameterChange, SetDialog } from './set-dialog.tsx';

interface EverydayFormProps {
  deviceId: number;
  parameters: readonly Parameter[];
  values: ReadonlyMap<string, number | null>;
  onStarted: (runId: number) => void;
}

const GROUPS = ['operation', 'battery', 'schedule', 'export'] as const;

/** What owners change in everyday life, as one form: nothing in it can harm anything. */
export function EverydayForm({ deviceId, parameters, values, onStarted }: EverydayFormProps) {
  const { t } = useTranslation(['parameters', 'rules']);
  const words = useParameterWords();
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [asking, setAsking] = useState(false);
  const shown = parameters.filter(({ key }) => typeof values.get(key) === 'number');
  const rows = shown.map((parameter) => {
    const before = values.get(parameter.key) ?? null;
    const text = drafts[parameter.key] ?? draftOf(parameter, before);
    return { parameter, before, text, read: readDraft(parameter, text) };
  });
  const touched = rows.filter(({ parameter, before, text }) => text !== draftOf(parameter, before));
  const isRight = touched.every(({ read }) => 'value' in read);
  const changes = touched.flatMap(({ parameter, before, read }): ParameterChange[] =>
    'value' in read ? [{ parameter, before, value: read.value }] : [],
  );
  if (rows.length === 0) return null;
  return (
    <Card title={t('everyday.title')}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t('everyday.hint')}</p>
        {GROUPS.map((group) => {
          const own = rows.filter(({ parameter }) => parameter.group === group);
          return own.length === 0 ? null : (
            <fieldset key={group} className={styles.group}>
              <legend>{t(`group.${group}`)}</legend>
              <FieldGrid>
                {own.map(({ parameter, text, read }) => (
                  <ParameterField
                    key={parameter.key}
                    parameter={parameter}
                    label={words.nameOf(parameter.key)}
                    text={text}
                    error={
                      'rule' in read && drafts[parameter.key] !== undefined
                        ? t(read.rule, { ns: 'rules' })
                        : undefined
                    }
                    onChange={(typed) => setDrafts({ ...drafts, [parameter.key]: typed })}
                  />
                ))}
              </FieldGrid>
            </fieldset>
          );
        })}
        <div className={styles.buttons}>
          <Button kind="primary" disabled={touched.length === 0 || !isRight} onClick={() => setAsking(true)}>
            {t('everyday.save', { count: touched.length })}
          </Button>
          {touched.length > 0 ? <Button onClick={() => setDrafts({})}>{t('everyday.discard')}</Button> : null}
        </div>
      </div>
      {asking ? (
        <SetDialog
          deviceId={deviceId}
          title={t('everyday.confirm')}
          changes={changes}
          onStarted={(runId) => {
            setDrafts({});
            onStarted(runId);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}
