import { DownOutlined, StarFilled } from '@ant-design/icons';
import type { SavedView } from '@sunfleet/contract';
import { Button, Dropdown, type MenuProps } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { showNotice } from '../../ui/notice/notice-store.ts';
import type { SavedList } from './view-of.ts';
import { useSavedViews, type SavedViewsState } from './use-saved-views.ts';
import styles from './saved.module.css';

const ViewDialog = lazyPart(() => import('./view-dialog.tsx').then((part) => part.ViewDialog));
const DeleteView = lazyPart(() => import('./delete-view.tsx').then((part) => part.DeleteView));

type Dialog = 'create' | 'edit' | 'delete';

/** Opens, saves, shares and deletes views of the list. */
export function SavedViews({ list }: { list: SavedList }) {
  const { t } = useTranslation('lists');
  const saved = useSavedViews(list);
  const [dialog, setDialog] = useState<Dialog>();
  const items = useItems(saved, setDialog);
  const { opened, changed, now } = saved;
  const close = () => setDialog(undefined);
  return (
    <>
      <Dropdown
        menu={{ items, selectedKeys: opened ? [String(opened.id)] : [], className: styles.menu ?? '' }}
        trigger={['click']}
      >
        <Button aria-haspopup="menu" className={styles.button}>
          <span className={styles.name}>{opened ? opened.name : t('saved.open')}</span>
          {changed ? <span className={styles.note}>{t('saved.changed')}</span> : null}
          <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      <Suspense fallback={null}>
        {dialog === 'create' ? (
          <ViewDialog now={now} list={list.name} onSaved={list.setSaved} onClose={close} />
        ) : null}
        {dialog === 'edit' && opened ? (
          <ViewDialog list={list.name} view={opened} now={now} onClose={close} />
        ) : null}
        {dialog === 'delete' && opened ? (
          <DeleteView view={opened} onDone={() => list.setSaved(0)} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

type Items = NonNullable<MenuProps['items']>;

function useItems(saved: SavedViewsState, setDialog: (dialog: Dialog) => void): Items {
  const { t } = useTranslation('lists');
  const { views, opened, changed, now } = saved;
  const invalidates = ['listSavedViews'] as const;
  const choose = useAction('chooseSavedView', { invalidates });
  const save = useAction('updateSavedView', {
    invalidates,
    onDone: (view) => view && showNotice('success', t('saved.done', { name: view.name })),
  });
  const ofOpened: Items = opened
    ? [
        ...(opened.editable && changed
          ? [
              {
                key: 'save',
                label: t('saved.overwrite'),
                onClick: () =>
                  save.mutate({ params: { id: opened.id }, body: { ...now, list: opened.list } }),
              },
            ]
          : []),
        ...(opened.editable
          ? [{ key: 'edit', label: t('saved.edit'), onClick: () => setDialog('edit') }]
          : []),
        {
          key: 'default',
          label: t(opened.isDefault ? 'saved.endDefault' : 'saved.makeDefault'),
          onClick: () => choose.mutate({ params: { id: opened.id }, body: { isDefault: !opened.isDefault } }),
        },
        ...(opened.editable
          ? [{ key: 'delete', label: t('saved.delete'), onClick: () => setDialog('delete') }]
          : []),
      ]
    : [];
  return [
    ...views.map((view) => ({
      key: String(view.id),
      label: <ViewName view={view} />,
      onClick: () => saved.open(view),
    })),
    { key: 'none', label: t('saved.none'), onClick: saved.leave },
    { type: 'divider', key: 'line' },
    { key: 'create', label: t('saved.save'), onClick: () => setDialog('create') },
    ...ofOpened,
  ];
}

function ViewName({ view }: { view: SavedView }) {
  const { t } = useTranslation('lists');
  const notes = [
    view.isDefault ? t('saved.default') : null,
    view.author === null ? (view.shared ? t('saved.shared') : null) : t('saved.of', { who: view.author }),
  ].filter(Boolean);
  return (
    <span className={styles.view}>
      <span className={styles.name}>
        {view.isDefault ? <StarFilled aria-hidden /> : null} {view.name}
      </span>
      {notes.length > 0 ? <span className={styles.note}>{notes.join(' · ')}</span> : null}
    </span>
  );
}
