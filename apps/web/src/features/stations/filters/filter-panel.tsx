import {
  ALARM_LEVELS,
  COMMUNICATION,
  rangeText,
  readRange,
  STATION_FIGURES,
  STATION_REVENUES,
  STATION_TEXTS,
  STATION_TYPES,
  type StationFigure,
  type StationRevenueFigure,
} from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { LabelFilter } from '../../../parts/labels/label-filter.tsx';
import { DayRangeFilter } from '../../../ui/filter/day-range-filter.tsx';
import { FilterDrawer } from '../../../ui/filter/filter-drawer.tsx';
import { ManyFilter, TextFilter } from '../../../ui/filter/filters.tsx';
import { Choice } from '../../../ui/form/field.tsx';
import type { useListState } from '../list-state.ts';
import { askedRange, shownRange, unitOf } from './filter-units.ts';
import { RangeFilter } from '../../../ui/filter/range-filter.tsx';
import { useFilterWords } from './use-filter-words.ts';
import styles from '../../../ui/filter/filter-panel.module.css';

type ListProps = { list: ReturnType<typeof useListState> };

interface FilterPanelProps extends ListProps {
  onClose: () => void;
}

/** A filter for every column. Each counts at once and stands in the address. */
export function FilterPanel({ list, onClose }: FilterPanelProps) {
  const { t } = useTranslation('stations');
  const mayMoney = useMay('tariffs.view');
  return (
    <FilterDrawer filtered={list.filtered} onClear={list.clear} onClose={onClose}>
      <AboutStation list={list} />
      <AboutState list={list} />
      <Figures
        list={list}
        title={t('filter.group.output')}
        keys={STATION_FIGURES.filter((key) => !OF_STATE.has(key))}
      />
      {mayMoney ? <Revenue list={list} /> : null}
    </FilterDrawer>
  );
}

/** Figures that stand with the state of a station and not with what it gives. */
const OF_STATE = new Set<StationFigure>(['soc', 'signal', 'devicesOffline', 'silence']);
/** What visitors are not shown. */
const HIDDEN = new Set(['owner', 'organisation', 'address']);

function AboutStation({ list: { state, filter } }: ListProps) {
  const { t } = useTranslation(['stations', 'lists']);
  const { visitor } = useAccount();
  const words = useFilterWords(state);
  return (
    <fieldset className={styles.group}>
      <legend>{t('filter.group.station')}</legend>
      {STATION_TEXTS.filter((key) => !visitor || !HIDDEN.has(key)).map((key) => (
        <TextFilter
          key={key}
          label={words.nameOf(key)}
          value={state[key]}
          onChange={(text) => filter({ [key]: text })}
        />
      ))}
      <div className={styles.field}>
        <span className={styles.label} aria-hidden>
          {t('filter.type')}
        </span>
        <ManyFilter
          label={t('filter.type')}
          values={STATION_TYPES}
          textOf={(type) => t(`type.${type}`)}
          chosen={state.type}
          onChange={(type) => filter({ type })}
        />
      </div>
      <LabelFilter inPanel chosen={state.label} onChange={(label) => filter({ label })} />
      {visitor ? null : (
        <Choice
          label={t('visitors.label')}
          value={state.visitors ?? ''}
          options={[
            { value: '', label: t('lists:filter.all') },
            { value: 'open', label: t('visitors.open') },
            { value: 'closed', label: t('visitors.closed') },
          ]}
          onChange={(visitors) =>
            filter({ visitors: visitors === '' ? undefined : (visitors as 'open' | 'closed') })
          }
        />
      )}
      <Choice
        label={t('column.design')}
        value={state.design ?? ''}
        options={[
          { value: '', label: t('lists:filter.all') },
          { value: 'set', label: t('design.set') },
          { value: 'none', label: t('design.none') },
        ]}
        onChange={(design) => filter({ design: design === '' ? undefined : (design as 'set' | 'none') })}
      />
      <DayRangeFilter
        label={t('column.gridConnectedOn')}
        value={state.gridConnectedOn}
        onChange={(gridConnectedOn) => filter({ gridConnectedOn })}
      />
    </fieldset>
  );
}

function AboutState({ list }: ListProps) {
  const { t } = useTranslation(['stations', 'common', 'lists']);
  const { state, filter } = list;
  return (
    <fieldset className={styles.group}>
      <legend>{t('filter.group.state')}</legend>
      <div className={styles.field}>
        <span className={styles.label} aria-hidden>
          {t('column.communication')}
        </span>
        <ManyFilter
          label={t('column.communication')}
          values={COMMUNICATION}
          textOf={(one) => t(`common:status.communication.${one}`)}
          chosen={state.communication}
          onChange={(communication) => filter({ communication })}
        />
      </div>
      <div className={styles.field}>
        <span className={styles.label} aria-hidden>
          {t('filter.openAlarm')}
        </span>
        <ManyFilter
          label={t('filter.openAlarm')}
          values={ALARM_LEVELS}
          textOf={(level) => t(`common:status.alarm.${level}`)}
          chosen={state.alarm}
          onChange={(alarm) => filter({ alarm })}
        />
      </div>
      {[...OF_STATE].map((key) => (
        <FigureRange key={key} list={list} figure={key} />
      ))}
    </fieldset>
  );
}

interface FiguresProps extends ListProps {
  title: string;
  keys: readonly (StationFigure | StationRevenueFigure)[];
}

function Figures({ list, title, keys }: FiguresProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {keys.map((key) => (
        <FigureRange key={key} list={list} figure={key} />
      ))}
    </fieldset>
  );
}

function FigureRange({ list, figure }: ListProps & { figure: StationFigure | StationRevenueFigure }) {
  const words = useFilterWords(list.state);
  const unit = unitOf(figure, list.state.currency);
  return (
    <RangeFilter
      label={words.nameOf(figure)}
      unit={unit.unit}
      range={shownRange(readRange(list.state[figure]) ?? {}, unit)}
      onChange={(range) => list.filter({ [figure]: rangeText(askedRange(range, unit)) })}
    />
  );
}

/** Amounts, and the one currency in which they are compared. */
function Revenue({ list }: ListProps) {
  const { t } = useTranslation(['stations', 'lists']);
  const { data } = useCall('sumRevenues', {});
  const { currency } = list.state;
  const currencies = [...new Set([...(data?.sums ?? []).map((sum) => sum.currency), currency])].filter(
    Boolean,
  );
  if (currencies.length === 0) return null;
  const none = Object.fromEntries(STATION_REVENUES.map((key) => [key, '']));
  return (
    <fieldset className={styles.group}>
      <legend>{t('filter.group.revenue')}</legend>
      <Choice
        label={t('filter.currency')}
        value={currency}
        options={[
          { value: '', label: t('lists:filter.all') },
          ...currencies.map((code) => ({ value: code, label: code })),
        ]}
        onChange={(code) => list.filter({ ...none, currency: code })}
      />
      <p className={styles.hint}>{t('filter.currencyHint')}</p>
      {currency === ''
        ? null
        : STATION_REVENUES.map((key) => <FigureRange key={key} list={list} figure={key} />)}
    </fieldset>
  );
}
