import {
  CONNECTIONS,
  DEVICE_DAYS,
  DEVICE_FIGURES,
  DEVICE_KINDS,
  DEVICE_TEXTS,
  rangeText,
  readRange,
  type DeviceFigure,
} from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { LabelFilter } from '../../../parts/labels/label-filter.tsx';
import { DayRangeFilter } from '../../../ui/filter/day-range-filter.tsx';
import { FilterDrawer } from '../../../ui/filter/filter-drawer.tsx';
import styles from '../../../ui/filter/filter-panel.module.css';
import { ManyFilter, TextFilter } from '../../../ui/filter/filters.tsx';
import { RangeFilter } from '../../../ui/filter/range-filter.tsx';
import { DEVICE_UNITS, scaledRange } from './device-filter-units.ts';
import { ProductFilter } from './product-filter.tsx';
import { BatchFilter } from './batch-filter.tsx';
import type { DeviceListState } from './device-list-state.ts';
import { useDeviceFilterWords } from './use-device-filter-words.ts';

interface DeviceFilterPanelProps {
  list: DeviceListState;
  onClose: () => void;
}

/** A filter for every column. Each counts at once and stands in the address. */
export function DeviceFilterPanel({ list, onClose }: DeviceFilterPanelProps) {
  return (
    <FilterDrawer filtered={list.filtered} onClear={list.clear} onClose={onClose}>
      <AboutDevice list={list} />
      <AboutState list={list} />
      <Days list={list} />
    </FilterDrawer>
  );
}

type ListProps = Pick<DeviceFilterPanelProps, 'list'>;

/** What visitors, who see serial numbers masked, find nothing by. */
const HIDDEN = new Set<string>(['sn', 'parent']);

function AboutDevice({ list: { state, filter } }: ListProps) {
  const { t } = useTranslation('devices');
  const { visitor } = useAccount();
  const words = useDeviceFilterWords(state);
  return (
    <fieldset className={styles.group}>
      <legend>{t('filter.group.device')}</legend>
      {DEVICE_TEXTS.filter((key) => !visitor || !HIDDEN.has(key)).map((key) => (
        <TextFilter
          key={key}
          label={words.nameOf(key)}
          value={state[key]}
          onChange={(text) => filter({ [key]: text })}
        />
      ))}
      <div className={styles.field}>
        <span className={styles.label} aria-hidden>
          {t('column.kind')}
        </span>
        <ManyFilter
          label={t('column.kind')}
          values={DEVICE_KINDS}
          textOf={(kind) => t(`kind.${kind}`)}
          chosen={state.kind}
          onChange={(kind) => filter({ kind })}
        />
      </div>
      <LabelFilter inPanel chosen={state.label} onChange={(label) => filter({ label })} />
      <BatchFilter chosen={state.batch} onChange={(batch) => filter({ batch })} />
      <ProductFilter chosen={state.product} onChange={(product) => filter({ product })} />
    </fieldset>
  );
}

function AboutState({ list }: ListProps) {
  const { t } = useTranslation('devices');
  const { state, filter } = list;
  return (
    <fieldset className={styles.group}>
      <legend>{t('filter.group.state')}</legend>
      <div className={styles.field}>
        <span className={styles.label} aria-hidden>
          {t('column.connection')}
        </span>
        <ManyFilter
          label={t('column.connection')}
          values={CONNECTIONS}
          textOf={(one) => t(`connection.${one}`)}
          chosen={state.connection}
          onChange={(connection) => filter({ connection })}
        />
      </div>
      {DEVICE_FIGURES.map((key) => (
        <FigureRange key={key} list={list} figure={key} />
      ))}
    </fieldset>
  );
}

function FigureRange({ list, figure }: ListProps & { figure: DeviceFigure }) {
  const words = useDeviceFilterWords(list.state);
  const { unit, factor } = DEVICE_UNITS[figure];
  return (
    <RangeFilter
      label={words.nameOf(figure)}
      unit={unit}
      range={scaledRange(readRange(list.state[figure]) ?? {}, 1 / factor)}
      onChange={(range) => list.filter({ [figure]: rangeText(scaledRange(range, factor)) })}
    />
  );
}

function Days({ list: { state, filter } }: ListProps) {
  const { t } = useTranslation('devices');
  const words = useDeviceFilterWords(state);
  return (
    <fieldset className={styles.group}>
      <legend>{t('filter.group.days')}</legend>
      {DEVICE_DAYS.map((key) => (
        <DayRangeFilter
          key={key}
          label={words.nameOf(key)}
          value={state[key]}
          onChange={(range) => filter({ [key]: range })}
        />
      ))}
    </fieldset>
  );
}
