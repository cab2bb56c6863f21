import { textRule, type Label, type Rule } from '@sunfleet/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { ColorField } from '../../ui/form/color-field.tsx';
import { FormRow } from '../../ui/form/form-row.tsx';
import { LabelChip } from '../../parts/labels/label-chips.tsx';

interface LabelFormProps {
  /** Undefined: a new one. */
  label: Label | undefined;
  onClose: () => void;
}

const LONGEST = 32;
const FIRST_COLOR = '#0B63BD';

const nameRule = (name: string): Rule | undefined => textRule(name, 'labelNameEmpty', LONGEST);

/** Makes or changes a label. */
export function LabelForm({ label, onClose }: LabelFormProps) {
  const { t } = useTranslation(['labels', 'rules']);
  const [draft, setDraft] = useState({
    name: label?.name ?? '',
    description: label?.description ?? '',
    color: label?.color ?? FIRST_COLOR,
  });
  const [left, setLeft] = useState(false);
  const save = useSave(label, onClose);
  const errors = fieldErrors(save.error);
  const broken = left ? nameRule(draft.name) : undefined;
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    save.reset();
  };
  const submit = () => {
    setLeft(true);
    if (!nameRule(draft.name)) save.mutate(draft);
  };
  return (
    <ActionDialog
      title={label ? t('changeOne', { name: label.name }) : t('new')}
      okText={t('save')}
      busy={save.isPending}
      error={save.error}
      onOk={submit}
      onClose={onClose}
    >
      <FormRow label={t('column.name')} error={broken ? t(`${broken}`, { ns: 'rules' }) : errors['name']}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={LONGEST}
            value={draft.name}
            onBlur={() => setLeft(draft.name !== '')}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </FormRow>
      <FormRow label={t('column.description')} error={errors['description']}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </FormRow>
      <FormRow label={t('column.color')} error={errors['color']}>
        {(control) => (
          <ColorField {...control} value={draft.color} onChange={(color) => change({ color })}>
            <LabelChip label={{ name: draft.name || t('column.name'), color: draft.color }} />
          </ColorField>
        )}
      </FormRow>
    </ActionDialog>
  );
}

type Draft = { name: string; description: string; color: string };

function useSave(label: Label | undefined, onDone: () => void) {
  const options = {
    quiet: true,
    invalidates: ['listLabels', 'listStations', 'listDevices', 'getStation', 'getDevice'],
    onDone,
  } as const;
  const create = useAction('createLabel', options);
  const update = useAction('updateLabel', options);
  const { isPending, error, reset } = label ? update : create;
  const mutate = (body: Draft) =>
    label ? update.mutate({ params: { id: label.id }, body }) : create.mutate({ body });
  return { isPending, error, reset, mutate };
}
