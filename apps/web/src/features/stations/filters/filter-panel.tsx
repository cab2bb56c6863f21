import {
  ALARM_LEVELS,
  COMMUNICATION,
  rangeText,
  readDayRange,
  readRange,
  STATION_FIGURES,
  STATION_REVENUES,
  STATION_TEXTS,
  STATION_TYPES,
  type StationFigure,
  type StationRevenueFigure,
} from '@sunfleet/contract';
import { Button, Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { LabelFilter } from '../../../parts/labels/label-filter.tsx';
import { ManyFilter } from '../../../ui/filter/filters.tsx';
import { Choice, Field } from '../../../ui/form/field.tsx';
import type { useListState } from '../list-state.ts';
import { askedRange, shownRange, unitOf } from './filter-units.ts';
import { RangeFilter } from './range-filter.tsx';
import { useFilterWords } from './use-filter-words.ts';
import styles from './filters.module.css';

type ListProps = { list: ReturnType<typeof useListState> };

interface FilterPanelProps extends ListProps {
  onClose: () => void;
}

/** A filter for every column. Each counts at once and stands in the address. */
export function FilterPanel({ list, onClose }: FilterPanelProps) {
  const { t } = useTranslation(['stations', 'common']);
  const mayMoney = useMay('tariffs.view');
  return (
    <Drawer
      open
      size="min(100vw, 400px)"
      title={t('filter.title')}
      closable={{ 'aria-label': t('common:close') }}
      onClose={onClose}
      footer={
        <Button disabled={!list.filtered} onClick={list.clear}>
          {t('filter.clear')}
        </Button>
      }
    >
      <AboutStation list={list} />
      <AboutState list={list} />
      <Figures
        list={list}
        title={t('filter.group.output')}
        keys={STATION_FIGURES.filter((key) => !OF_STATE.has(key))}
      />
      {mayMoney ? <Revenue list={list} /> : null}
    </Drawer>
  );
}

/** Figures that stand with the state of a station and not with what it gives. */
const OF_STATE = new Set<StationFigure>(['soc', 'signal', 'devicesOffline', 'silence']);
/** What visitors are not shown. */
const HIDDEN = new Set(['owner', 'organisation', 'address']);

function AboutStation({ list: { state, filter } }: ListProps) {
  const { t } = useTranslation('stations');
  const { visitor } = useAccount();
  const words = useFilterWords(state);
  return (
    <fieldset className={styles.group}>
      <legend>{t('filter.group.station')}</legend>
      {STATION_TEXTS.filter((key) => !visitor || !HIDDEN.has(key)).map((key) => (
        <Field
          key={key}
          label={words.nameOf(key)}
          type="search"
          maxLength={100}
          value={state[key]}
          onChange={(event) => filter({ [key]: event.target.value })}
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
      <LabelFilter chosen={state.label} onChange={(label) => filter({ label })} />
      {visitor ? null : (
        <Choice
          label={t('visitors.label')}
          value={state.visitors ?? ''}
          options={[
            { value: '', label: t('filter.all') },
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
          { value: '', label: t('filter.all') },
          { value: 'set', label: t('design.set') },
          { value: 'none', label: t('design.none') },
        ]}
        onChange={(design) => filter({ design: design === '' ? undefined : (design as 'set' | 'none') })}
      />
      <DayRange list={{ state, filter }} />
    </fieldset>
  );
}

function DayRange({ list: { state, filter } }: { list: Pick<ListProps['list'], 'state' | 'filter'> }) {
  const { t } = useTranslation('stations');
  const range = readDayRange(state.gridConnectedOn) ?? {};
  const change = (end: 'from' | 'to', day: string) => {
    const next = rangeText({ ...range, [end]: day === '' ? undefined : day });
    // A day that is still being typed, or one that lies on the wrong side, waits for the other end.
    if (next === '' || readDayRange(next)) filter({ gridConnectedOn: next });
  };
  return (
    <div className={styles.field}>
      <span className={styles.label}>{t('column.gridConnectedOn')}</span>
      <div className={styles.days}>
        {(['from', 'to'] as const).map((end) => (
          <Field
            key={end}
            label={t(`filter.${end}`)}
            type="date"
            min={end === 'to' ? range.from : undefined}
            max={end === 'from' ? range.to : undefined}
            defaultValue={range[end] ?? ''}
            onChange={(event) => change(end, event.target.value)}
          />
        ))}
      </div>
    </div>
  );
}

function AboutState({ list }: ListProps) {
  const { t } = useTranslation(['stations', 'common']);
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
  const { t } = useTranslation('stations');
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
          { value: '', label: t('filter.all') },
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
