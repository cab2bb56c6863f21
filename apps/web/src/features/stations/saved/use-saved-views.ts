import type { SavedView } from '@sunfleet/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { useStored } from '../../../lib/use-stored.ts';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { storedColumns } from '../../../ui/table/table-settings.ts';
import type { useListState } from '../list-state.ts';
import { isSameView, stateOf, viewOf, type ViewOf } from './view-of.ts';

export interface SavedViewsState {
  views: readonly SavedView[];
  /** The one that was opened last. */
  opened: SavedView | undefined;
  /** The list shows something else by now. */
  changed: boolean;
  now: ViewOf;
  open: (view: SavedView) => void;
  /** Every station with the usual columns. */
  leave: () => void;
}

/** Views of the account. The list begins with the one that its address names alone, else with the default where the address says nothing. */
export function useSavedViews(list: ReturnType<typeof useListState>): SavedViewsState {
  const { t } = useTranslation('stations');
  const columns = storedColumns('stations', useAccount().id);
  const now = viewOf(list.state, useStored(columns));
  const { data } = useCall('listSavedViews', {});
  const views = data ?? [];
  const opened = views.find(({ id }) => id === list.state.saved);
  const open = (view: SavedView) => {
    columns.set(view.columns.length === 0 ? undefined : view.columns);
    list.set(stateOf(view));
    if (view.gone.length > 0)
      showNotice('info', t('saved.gone', { name: view.name, what: view.gone.join(', ') }));
  };
  const leave = () => {
    columns.set(undefined);
    list.clear();
    list.set({ saved: 0, sort: 'loss', order: 'desc' });
  };
  const [asked] = useState(useLocation().search);
  const begun = useRef(false);
  useEffect(() => {
    if (!data || begun.current) return;
    begun.current = true;
    const begin = firstView(data, asked);
    if (begin === 'unknown') {
      showNotice('error', t('saved.notFound'));
      list.set({ saved: 0 });
    } else if (begin) open(begin);
  });
  return { views, opened, changed: opened !== undefined && !isSameView(opened, now), now, open, leave };
}

/** The view with which a list opens at this address. */
export function firstView(views: readonly SavedView[], search: string): SavedView | 'unknown' | undefined {
  const asked = new URLSearchParams(search);
  if (asked.size === 0) return views.find(({ isDefault }) => isDefault);
  const id = asked.get('saved');
  if (id === null) return undefined;
  const view = views.find((one) => String(one.id) === id);
  if (!view) return 'unknown';
  // Whatever stands beside it is what somebody changed since.
  return asked.size === 1 ? view : undefined;
}
