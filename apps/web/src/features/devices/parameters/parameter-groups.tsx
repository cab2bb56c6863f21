import { type Parameter, PARAMETER_GROUPS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useParameterWords } from '../../../parts/parameters/use-parameter-words.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { NoMatch } from '../../../ui/page/states.tsx';
import { Tag } from '../../../ui/tag/tag.tsx';
import { EditParameter } from './edit-parameter.tsx';
import styles from './parameters.module.css';
import type { ReadValue } from './read-value.ts';

interface ParameterGroupsProps {
  deviceId: number;
  parameters: readonly Parameter[];
  values: ReadonlyMap<string, ReadValue>;
  zone: string | undefined;
  find: string;
  onClear: () => void;
  onStarted: (runId: number) => void;
}

/** Every parameter in its group, with its value, what it may be, and who changed it last; what this model lacks is folded. */
export function ParameterGroups(props: ParameterGroupsProps) {
  const { deviceId, parameters, values, zone, find, onClear, onStarted } = props;
  const { t } = useTranslation('parameters');
  const format = useFormat();
  const words = useParameterWords();
  const [edited, setEdited] = useState<Parameter>();
  const wanted = find.trim().toLowerCase();
  const found = parameters.filter(
    ({ key }) => key.toLowerCase().includes(wanted) || words.nameOf(key).toLowerCase().includes(wanted),
  );
  const lacks = ({ key }: Parameter) => values.get(key)?.failure === 'refused';
  const row = (parameter: Parameter) => (
    <Row
      key={parameter.key}
      parameter={parameter}
      read={values.get(parameter.key)}
      zone={zone}
      onEdit={() => setEdited(parameter)}
    />
  );
  if (found.length === 0) return <NoMatch onClear={onClear} />;
  return (
    <>
      {PARAMETER_GROUPS.map((group) => {
        const own = found.filter((parameter) => parameter.group === group);
        return own.length === 0 ? null : (
          <Card key={group} title={t(`group.${group}`)}>
            {group === 'grid' ? <SafetyNotRead reads={own.map(({ key }) => values.get(key))} /> : null}
            <ul className={styles.rows}>{own.filter((one) => wanted !== '' || !lacks(one)).map(row)}</ul>
            {wanted === '' && own.some(lacks) ? (
              <details>
                <summary className={styles.muted}>
                  {t('lackingSome', { n: format.number(own.filter(lacks).length, 0) })}
                </summary>
                <ul className={styles.rows}>{own.filter(lacks).map(row)}</ul>
              </details>
            ) : null}
          </Card>
        );
      })}
      {edited ? (
        <EditParameter
          deviceId={deviceId}
          parameter={edited}
          before={values.get(edited.key)?.value ?? null}
          onStarted={onStarted}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  );
}

/** Why the limits of the grid, which keep people and plant safe, are not known; nothing where they are. */
function SafetyNotRead({ reads }: { reads: readonly (ReadValue | undefined)[] }) {
  const { t } = useTranslation(['parameters', 'runs']);
  const failure = reads.find((read) => read?.failure && read.failure !== 'refused')?.failure;
  return failure ? <p>{t('safetyNotRead', { why: t(`failure.${failure}`, { ns: 'runs' }) })}</p> : null;
}

interface RowProps {
  parameter: Parameter;
  read: ReadValue | undefined;
  zone: string | undefined;
  onEdit: () => void;
}

function Row({ parameter, read, zone, onEdit }: RowProps) {
  const { t } = useTranslation(['parameters', 'runs']);
  const format = useFormat();
  const words = useParameterWords();
  const { key, form, min, max, risk, maySet, changed } = parameter;
  const name = words.nameOf(key);
  const lacking = read?.failure === 'refused';
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <span title={key}>{name}</span>
        {risk === 'low' ? null : <Tag kind="strong">{t(`risk.${risk}`)}</Tag>}
        <span className={styles.muted}>
          {form === 'number'
            ? t('span', { min: words.valueOf(parameter, min), max: words.valueOf(parameter, max) })
            : null}
          {changed
            ? ` ${t('changed', { name: changed.by?.name ?? t('gone'), time: format.dateTime(changed.at, zone) })}`
            : null}
        </span>
      </div>
      <strong className={styles.value}>
        {lacking ? (
          <span className={styles.muted}>{t('lacking')}</span>
        ) : (
          words.valueOf(parameter, read?.value)
        )}
        {read?.failure && !lacking ? (
          <span className={styles.muted}> {t(`failure.${read.failure}`, { ns: 'runs' })}</span>
        ) : null}
        {read?.readOnly ? (
          <span className={styles.muted}> {t('failure.readOnly', { ns: 'runs' })}</span>
        ) : null}
      </strong>
      {maySet && !lacking && !read?.readOnly ? (
        <Button aria-label={t('edit.named', { name })} onClick={onEdit}>
          {t('edit.action')}
        </Button>
      ) : (
        <span />
      )}
    </li>
  );
}
