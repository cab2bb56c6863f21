import { FOUND_KINDS, type FoundKind } from '@sunfleet/contract';
import { Pagination } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { choiceField, integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { useFaultText } from '../../parts/alarms/use-fault-text.ts';
import { FilterRow, SearchFilter } from '../../ui/filter/filters.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Loaded, Page } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { findsOf, type Find } from '../finder/finds-of.ts';
import { recentFinds, recentOf, withRecent } from '../finder/recent-finds.ts';
import { FEWEST_LETTERS, useFavouriteFinds } from '../finder/use-finds.ts';
import { useGroupName } from '../finder/use-group-name.ts';
import { usePageFinds } from '../finder/use-page-finds.ts';
import { FindRows } from './find-rows.tsx';
import { KindChips } from './kind-chips.tsx';
import styles from './search.module.css';

/** What the server finds, then what the pages know by themselves. */
const KINDS = [...FOUND_KINDS, 'screens', 'settings'] as const;
type Kind = (typeof KINDS)[number];

const FIELDS = { q: textField(), kind: choiceField(KINDS, undefined), page: integerField(1) };
const SETTLE_MS = 250;
const FIRST_ROWS = 5;
const ROWS_OF_PAGE = 20;

const isFound = (kind: Kind | undefined): kind is FoundKind => FOUND_KINDS.some((found) => found === kind);

/** All results of a search, by kind, or those of one kind page by page. Before anything is typed: what was opened lately, and favourites. */
export function SearchPage() {
  const { t } = useTranslation(['search', 'common']);
  const [{ q, kind }, set] = useUrlState(FIELDS);
  const settled = useDelayed(q, SETTLE_MS).trim();
  // An address that is opened needs no pause.
  const wanted = q.trim() === '' ? '' : settled || q.trim();
  const results = useResults(wanted);
  const long = wanted.length >= FEWEST_LETTERS;
  return (
    <Page
      title={t('title')}
      permission="stations.view"
      help="search"
      toolbar={
        <FilterRow>
          <SearchFilter
            label={t('common:finder.placeholder')}
            value={q}
            onChange={(text) => set({ q: text, page: 1 })}
          />
          {long ? (
            <KindChips
              kinds={KINDS}
              counts={results.counts}
              chosen={kind}
              onChoose={(chosen) => set({ kind: chosen, page: 1 }, { push: true })}
            />
          ) : null}
        </FilterRow>
      }
    >
      {long ? <Results wanted={wanted} results={results} /> : <Before />}
    </Page>
  );
}

/** What there is of each kind. The server is asked for the page of one kind, or for the first of all. */
function useResults(wanted: string) {
  const { t } = useTranslation('common');
  const [{ kind, page }] = useUrlState(FIELDS);
  const faultText = useFaultText();
  const ofPages = usePageFinds(wanted);
  const asked = isFound(kind) ? { kind, page, pageSize: ROWS_OF_PAGE } : { pageSize: FIRST_ROWS };
  const read = useCall(
    'pageFound',
    { query: { q: wanted, ...asked } },
    { enabled: wanted.length >= FEWEST_LETTERS, keepPrevious: true },
  );
  const finds = read.data ? [...findsOf(read.data, t, faultText), ...ofPages] : [];
  const known = (of: 'screens' | 'settings') => ofPages.filter(({ group }) => group === of).length;
  const counts: Record<Kind, number> | undefined = read.data && {
    ...read.data.counts,
    screens: known('screens'),
    settings: known('settings'),
  };
  return { read, finds, counts };
}

interface ResultsProps {
  wanted: string;
  results: ReturnType<typeof useResults>;
}

function Results({ wanted, results: { read, finds, counts } }: ResultsProps) {
  const { t } = useTranslation(['search', 'common']);
  const [{ kind }, set] = useUrlState(FIELDS);
  const { recent, keep } = useRecent();
  const total = counts ? KINDS.reduce((sum, each) => sum + counts[each], 0) : 0;
  const lately = kind === undefined ? recentOf(recent, wanted) : [];
  return (
    <Loaded loading={read}>
      {total === 0 ? (
        <EmptyState title={t('common:finder.nothing', { text: wanted })} hint={t('noneHint')} />
      ) : kind !== undefined && counts?.[kind] === 0 ? (
        <EmptyState
          title={t('noneOfKind')}
          action={<Button onClick={() => set({ kind: undefined, page: 1 })}>{t('all')}</Button>}
        />
      ) : (
        <div className={styles.kinds} aria-busy={read.isPlaceholderData || undefined}>
          <Group group="recent" finds={lately} wanted={wanted} onOpen={keep} />
          {KINDS.filter((each) => kind === undefined || kind === each).map((each) => (
            <Group
              key={each}
              group={each}
              finds={finds.filter(({ group }) => group === each)}
              total={counts?.[each] ?? 0}
              wanted={wanted}
              onOpen={keep}
            />
          ))}
          <Pages total={isFound(kind) ? (counts?.[kind] ?? 0) : 0} />
        </div>
      )}
    </Loaded>
  );
}

interface GroupProps {
  group: Find['group'];
  finds: readonly Find[];
  /** How many there are in all, where these may be the first of them. */
  total?: number;
  wanted: string;
  onOpen: (find: Find) => void;
}

function Group({ group, finds, total = 0, wanted, onOpen }: GroupProps) {
  const { t } = useTranslation('search');
  const nameOf = useGroupName();
  const format = useFormat();
  const [{ kind }, set] = useUrlState(FIELDS);
  const one = KINDS.find((each) => each === group);
  if (finds.length === 0) return null;
  const more =
    kind === undefined && one !== undefined && total > finds.length ? (
      <Button kind="quiet" onClick={() => set({ kind: one, page: 1 }, { push: true })}>
        {t('showAll', { n: format.number(total, 0) })}
      </Button>
    ) : null;
  return (
    <Card title={nameOf(group)} extra={more} flush>
      <FindRows finds={finds} label={nameOf(group)} wanted={wanted} onOpen={onOpen} />
    </Card>
  );
}

/** The way through the pages of one kind. A page that is gone meanwhile gives way to the last one. */
function Pages({ total }: { total: number }) {
  const [{ page }, set] = useUrlState(FIELDS);
  const last = Math.max(1, Math.ceil(total / ROWS_OF_PAGE));
  useEffect(() => {
    if (total > 0 && (page > last || page < 1)) set({ page: last });
  }, [last, page, set, total]);
  return total > ROWS_OF_PAGE ? (
    <Pagination
      align="end"
      responsive
      showSizeChanger={false}
      current={page}
      pageSize={ROWS_OF_PAGE}
      total={total}
      onChange={(next) => {
        set({ page: next }, { push: true });
        scrollTo({ top: 0 });
      }}
    />
  ) : null;
}

/** What was opened lately and what is marked, while nothing is searched for. */
function Before() {
  const { t } = useTranslation('search');
  const { recent, keep } = useRecent();
  const favourites = useFavouriteFinds('');
  const lately = recentOf(recent, '');
  return (
    <div className={styles.kinds}>
      <EmptyState
        title={t('short')}
        {...(lately.length + favourites.length > 0 ? { hint: t('shortHint') } : { hint: t('noneHint') })}
      />
      <Group group="recent" finds={lately} wanted="" onOpen={keep} />
      <Group group="favourites" finds={favourites} wanted="" onOpen={keep} />
    </div>
  );
}

/** What this account opened out of the search lately; it stays as it was while the page is open. */
function useRecent() {
  const { id } = useAccount();
  const [stored] = useState(() => recentFinds(id));
  const [recent] = useState(() => stored.get());
  return { recent, keep: (find: Find) => stored.set(withRecent(stored.get(), find)) };
}
