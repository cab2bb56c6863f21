import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { ComponentActions, type ComponentActionsProps } from './component-actions.tsx';
import { componentFacts } from './component-facts.ts';
import styles from './components.module.css';

/** A component on a phone. */
export function ComponentCard(props: ComponentActionsProps) {
  const { t } = useTranslation('components');
  const format = useFormat();
  const { component } = props;
  return (
    <div className={styles.card}>
      <strong>{`${component.manufacturer} ${component.model}`}</strong>
      <p className={styles.muted}>{componentFacts(component, format)}</p>
      <p className={styles.muted}>
        {[
          t(`kind.${component.kind}`),
          t(component.everybody ? 'library.all' : 'library.own'),
          `${t('column.stations')}: ${format.number(component.stations, 0)}`,
        ].join(' · ')}
      </p>
      <ComponentActions {...props} />
    </div>
  );
}
