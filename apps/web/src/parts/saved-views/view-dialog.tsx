import { type SavedListName, type SavedView, textRule } from '@sunfleet/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { useMay, usePersonal } from '../../lib/session/session-context.tsx';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Check } from '../../ui/form/field.tsx';
import { FormRow } from '../../ui/form/form-row.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import type { ViewOf } from './view-of.ts';

interface ViewDialogProps {
  list: SavedListName;
  /** Undefined: a new one. */
  view?: SavedView;
  now: ViewOf;
  onSaved?: (id: number) => void;
  onClose: () => void;
}

const LONGEST = 60;
const nameRule = (name: string) => textRule(name, 'viewNameEmpty', LONGEST);

/** Name of a view, and whether the organisation has it as well. */
export function ViewDialog({ list, view, now, onSaved, onClose }: ViewDialogProps) {
  const { t } = useTranslation(['lists', 'rules', 'labels']);
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [tried, setTried] = useState(false);
  const professional = !usePersonal();
  const mayShare = useMay('labels.view') && professional;
  const save = useSave(view, { onSaved, onClose });
  const broken = tried ? nameRule(name) : undefined;
  const submit = () => {
    setTried(true);
    if (!nameRule(name)) save.mutate(view ? { list, name, shared } : { ...now, list, name, shared });
  };
  return (
    <ActionDialog
      title={t(view ? 'saved.edit' : 'saved.save')}
      okText={t('labels:save')}
      busy={save.isPending}
      error={save.error}
      onOk={submit}
      onClose={onClose}
    >
      <p>{t('saved.hint')}</p>
      <FormRow
        label={t('saved.name')}
        error={broken ? t(`${broken}`, { ns: 'rules' }) : fieldErrors(save.error)['name']}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={LONGEST}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              save.reset();
            }}
          />
        )}
      </FormRow>
      {mayShare || shared ? (
        <>
          <Check label={t('saved.share')} checked={shared} onChange={setShared} />
          <p>{t('saved.shareHint')}</p>
        </>
      ) : null}
    </ActionDialog>
  );
}

type Draft = { list: SavedListName; name: string; shared: boolean } & Partial<ViewOf>;

function useSave(
  view: SavedView | undefined,
  { onSaved, onClose }: Pick<ViewDialogProps, 'onSaved' | 'onClose'>,
) {
  const { t } = useTranslation('lists');
  const onDone = (saved: SavedView | null) => {
    if (saved) {
      showNotice('success', t('saved.done', { name: saved.name }));
      onSaved?.(saved.id);
    }
    onClose();
  };
  const options = { quiet: true, invalidates: ['listSavedViews'], onDone } as const;
  const create = useAction('createSavedView', options);
  const update = useAction('updateSavedView', options);
  const { isPending, error, reset } = view ? update : create;
  const mutate = (draft: Draft) =>
    view
      ? update.mutate({ params: { id: view.id }, body: draft })
      : create.mutate({ body: draft as Draft & ViewOf });
  return { isPending, error, reset, mutate };
}
