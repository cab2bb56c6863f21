import { instructionCodeRule, LIMITS, textRule, type DeviceBatch } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { ProductField } from '../../parts/products/product-field.tsx';
import { Field } from '../../ui/form/field.tsx';

interface BatchFormProps {
  batch?: DeviceBatch;
  onClose: (made?: DeviceBatch) => void;
}

/** Code, name and remark of a batch; devices come to it on its page. */
export function BatchForm({ batch, onClose }: BatchFormProps) {
  const { t } = useTranslation(['device-batches', 'rules']);
  const [draft, setDraft] = useState({
    code: batch?.code ?? '',
    name: batch?.name ?? '',
    remark: batch?.remark ?? '',
  });
  const [product, setProduct] = useState(batch?.product ?? null);
  const input = { ...draft, productId: product?.id ?? null };
  const [tried, setTried] = useState(false);
  const options = {
    quiet: true,
    invalidates: ['listDeviceBatches', 'getDeviceBatch', 'listDevices'] as const,
    onDone: (made: DeviceBatch) => onClose(made),
  };
  const create = useAction('createDeviceBatch', options);
  const update = useAction('updateDeviceBatch', options);
  const rules = {
    code: instructionCodeRule(draft.code),
    name: textRule(draft.name, 'nameEmpty', 64),
    remark: undefined,
  };
  const save = () => {
    setTried(true);
    if (rules.code || rules.name) return;
    if (batch) update.mutate({ params: { id: batch.id }, body: { batch: input, revision: batch.revision } });
    else create.mutate({ body: input });
  };
  return (
    <ActionDialog
      title={batch ? t('one', { action: t('edit'), name: batch.name }) : t('add')}
      okText={t('save')}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onOk={save}
      onClose={() => onClose()}
    >
      {(['code', 'name', 'remark'] as const).map((field) => (
        <Field
          key={field}
          label={t(`column.${field}`)}
          value={draft[field]}
          autoComplete="off"
          maxLength={field === 'remark' ? LIMITS.changeReason : 64}
          error={tried && rules[field] ? t(rules[field], { ns: 'rules' }) : undefined}
          onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
        />
      ))}
      <ProductField value={product} onChange={setProduct} />
    </ActionDialog>
  );
}
