import type { StationNote } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../lib/appearance.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { choiceField, textField, useUrlState } from '../../lib/url-state.ts';
import { useStation } from '../../parts/stations/use-station.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Loaded } from '../../ui/page/page.tsx';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';
import { PeriodStepper } from '../../ui/range/period-stepper.tsx';
import styles from './calendar.module.css';
import { calendarEntries, type CalendarEntry, entriesOn } from './calendar-entries.ts';
import {
  CALENDAR_VIEWS,
  calendarSpan,
  type CalendarSpan,
  type CalendarView,
  shiftSpan,
} from './calendar-span.ts';
import { EditNote } from './edit-note.tsx';
import { EntryList } from './entry-list.tsx';
import { MonthTable } from './month-table.tsx';
import { RemoveNote } from './remove-note.tsx';

const FIELDS = { view: choiceField(CALENDAR_VIEWS, 'month'), at: textField(), day: textField() };

type Open = { what: 'add' } | { what: 'edit' | 'remove'; note: StationNote };

/** What happened at a station by its local days, and what people note of them. Phones show the year as a list. */
export function CalendarTab() {
  // The dialog needs the rules, and would take the page away while they are fetched.
  useTranslation(['station-calendar', 'rules']);
  const station = useStation();
  const { visitor } = useAccount();
  const phone = usePhone();
  const [{ view: chosen, at, day }, set] = useUrlState(FIELDS);
  const [open, setOpen] = useState<Open>();
  const view = phone ? 'list' : chosen;
  const span = useMemo(() => calendarSpan(view, at, station.today), [view, at, station.today]);
  const calendar = useCall(
    'stationCalendar',
    { params: { id: station.id }, query: { from: span.from, to: span.to } },
    { keepPrevious: true },
  );
  const authority = useCall('plantAuthority', { query: { id: station.id, type: 1 } }, { enabled: !visitor });
  const mayEdit = authority.data?.permissions.includes('stations.edit') ?? false;
  const entries = useMemo(() => calendarEntries(calendar.data ?? { events: [], notes: [] }), [calendar.data]);
  const picked = view === 'month' && day >= span.from && day <= span.to ? day : '';
  const close = () => setOpen(undefined);
  return (
    <div className={styles.page}>
      <Bar
        view={view}
        span={span}
        {...(phone ? {} : { onView: (next: CalendarView) => set({ view: next, at: '', day: '' }) })}
        onStep={(steps) => set({ at: shiftSpan(span, steps), day: '' })}
        {...(mayEdit ? { onAdd: () => setOpen({ what: 'add' }) } : {})}
      />
      <Loaded loading={calendar} skeleton={<SkeletonBlock lines={8} />}>
        {view === 'month' ? (
          <Card>
            <MonthTable
              span={span}
              today={station.today}
              picked={picked}
              entries={entries}
              onPick={(next) => set({ day: next === picked ? '' : next })}
            />
          </Card>
        ) : null}
        <Told
          entries={picked ? entriesOn(entries, picked) : entries}
          picked={picked}
          {...(mayEdit ? { onOpen: setOpen } : {})}
          onWhole={() => set({ day: '' })}
        />
      </Loaded>
      {open?.what === 'add' ? (
        <EditNote stationId={station.id} day={picked || station.today} onClose={close} />
      ) : null}
      {open?.what === 'edit' ? (
        <EditNote stationId={station.id} day={open.note.from} note={open.note} onClose={close} />
      ) : null}
      {open?.what === 'remove' ? (
        <RemoveNote stationId={station.id} note={open.note} onClose={close} />
      ) : null}
    </div>
  );
}

interface BarProps {
  view: CalendarView;
  span: CalendarSpan;
  /** Left out where there is no choice. */
  onView?: (view: CalendarView) => void;
  onStep: (steps: -1 | 1) => void;
  onAdd?: () => void;
}

function Bar({ view, span, onView, onStep, onAdd }: BarProps) {
  const { t } = useTranslation('station-calendar');
  const format = useFormat();
  return (
    <div className={styles.bar}>
      <PeriodStepper name={format.day(span.period)} last={span.to >= '2099-12-31'} onStep={onStep} />
      {onView ? (
        <Segmented
          aria-label={t('view')}
          value={view}
          options={CALENDAR_VIEWS.map((value) => ({ value, label: t(value) }))}
          onChange={onView}
        />
      ) : null}
      {onAdd ? (
        <Button kind="primary" onClick={onAdd}>
          {t('add')}
        </Button>
      ) : null}
    </div>
  );
}

interface ToldProps {
  entries: readonly CalendarEntry[];
  /** The day they are of; empty: all days that are shown. */
  picked: string;
  onOpen?: (open: Open) => void;
  onWhole: () => void;
}

function Told({ entries, picked, onOpen, onWhole }: ToldProps) {
  const { t } = useTranslation('station-calendar');
  const format = useFormat();
  const zone = useStation().timeZone;
  return (
    <Card {...(picked ? { title: format.day(picked) } : {})}>
      {entries.length === 0 ? (
        <p className={styles.none}>
          {t('none')} {picked ? null : t('noneHint')}
        </p>
      ) : (
        <EntryList
          entries={entries}
          zone={zone}
          {...(onOpen
            ? {
                onEdit: (note: StationNote) => onOpen({ what: 'edit', note }),
                onRemove: (note: StationNote) => onOpen({ what: 'remove', note }),
              }
            : {})}
        />
      )}
      {picked ? (
        <Button kind="quiet" onClick={onWhole}>
          {t('wholeMonth')}
        </Button>
      ) : null}
    </Card>
  );
}
