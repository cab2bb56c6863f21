import { type SavedView, savedViewAddress } from '@sunfleet/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { useStored } from '../../lib/use-stored.ts';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { storedColumns } from '../../ui/table/table-settings.ts';
import { isSameView, type SavedList, type ViewOf } from './view-of.ts';

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
export function useSavedViews(list: SavedList): SavedViewsState {
  const { t } = useTranslation('lists');
  const navigate = useNavigate();
  const columns = storedColumns(list.table, useAccount().id);
  const now = { ...list.now, columns: [...(useStored(columns) ?? [])] };
  const { data } = useCall('listSavedViews', {});
  const views = (data ?? []).filter((view) => view.list === list.name);
  const opened = views.find(({ id }) => id === list.saved);
  const open = (view: SavedView) => {
    columns.set(view.columns.length === 0 ? undefined : view.columns);
    list.show(view);
    if (view.gone.length > 0)
      showNotice('info', t('saved.gone', { name: view.name, what: view.gone.join(', ') }));
  };
  const leave = () => {
    columns.set(undefined);
    list.leave();
  };
  const [asked] = useState(useLocation().search);
  const begun = useRef(false);
  useEffect(() => {
    if (!data || begun.current) return;
    begun.current = true;
    const begin = firstView(views, asked);
    const other = begin === 'unknown' ? data.find(({ id }) => id === list.saved) : undefined;
    if (other) navigate(savedViewAddress(other.id, other.list), { replace: true });
    else if (begin === 'unknown') {
      showNotice('error', t('saved.notFound'));
      list.setSaved(0);
    } else if (begin) open(begin);
  });
  const changed = opened !== undefined && !isSameView(opened, now, list.normal);
  return { views, opened, changed, now, open, leave };
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
