import { ColumnHeightOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../lib/use-stored.ts';
import type { Column } from './column.ts';
import { storedDensity } from './table-settings.ts';
import styles from './table.module.css';

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  shown: readonly string[];
  /** Usual columns for which there is no room. */
  more: number;
  onShown: (keys: readonly string[] | undefined) => void;
}

/** Which columns are shown, chosen from a list. */
export function ColumnChooser<Row>({ columns, shown, more, onShown }: ColumnChooserProps<Row>) {
  const { t } = useTranslation('common');
  const choices = columns.filter((column) => !column.fixed);
  const toggle = (key: string, on: boolean) =>
    onShown(
      choices.map((column) => column.key).filter((other) => (other === key ? on : shown.includes(other))),
    );
  const content = (
    <div className={styles.chooser}>
      {choices.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={shown.includes(key)}
          onChange={(event) => toggle(key, event.target.checked)}
        >
          {title}
        </Checkbox>
      ))}
      <Button type="link" size="small" onClick={() => onShown(choices.map(({ key }) => key))}>
        {t('table.resetColumns')}
      </Button>
    </div>
  );
  const hidden = more > 0 ? t('table.moreColumns', { count: more }) : null;
  const label = [t('table.columns'), hidden].filter(Boolean).join(': ');
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Tooltip title={label}>
        <Button type="text" icon={<TableOutlined />} aria-label={label}>
          {more > 0 ? <span aria-hidden>+{more}</span> : null}
        </Button>
      </Tooltip>
    </Popover>
  );
}

/** Switches every table between comfortable and compact rows. */
export function DensitySwitch() {
  const { t } = useTranslation('common');
  const density = useStored(storedDensity);
  const other = density === 'compact' ? 'comfortable' : 'compact';
  const label = `${t('table.density')}: ${t(`table.${density}`)}`;
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        icon={<ColumnHeightOutlined />}
        aria-label={label}
        onClick={() => storedDensity.set(other)}
      />
    </Tooltip>
  );
}
