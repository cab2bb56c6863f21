import { DEVICE_KINDS, type DeviceKind, LIMITS, type Product, WARRANTY_STARTS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useAccount, useMay } from '../../lib/session/session-context.tsx';
import { familyName } from '../../parts/devices/family-name.ts';
import { productName } from '../../parts/products/product-name.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Check, Choice, Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { FormGroup } from '../../ui/form/form-row.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { PartFields } from './part-fields.tsx';
import { draftFaults, draftOf, EMPTY_DRAFT, figuresOf, inputOf, type ProductDraft } from './product-draft.ts';

interface ProductFormProps {
  /** Undefined: a new one. */
  product?: Product | undefined;
  onClose: (made?: Product) => void;
}

function useProductForm({ product, onClose }: ProductFormProps) {
  const { t } = useTranslation('rules');
  const { organisation } = useAccount();
  const [draft, setDraft] = useState(() => (product ? draftOf(product) : EMPTY_DRAFT));
  const [everybody, setEverybody] = useState(organisation === null);
  const [tried, setTried] = useState(false);
  const options = {
    quiet: true,
    invalidates: ['listProducts', 'getProduct', 'listDevices', 'getDevice', 'listDeviceBatches'] as const,
    onDone: (made: Product) => onClose(made),
  };
  const create = useAction('createProduct', options);
  const update = useAction('updateProduct', options);
  const faults = draftFaults(draft);
  return {
    draft,
    everybody,
    setEverybody,
    busy: create.isPending || update.isPending,
    error: create.error ?? update.error,
    change: (part: Partial<ProductDraft>) => setDraft({ ...draft, ...part }),
    errorOf(field: string) {
      const rule = tried || draft.figures[field as 'weight'] ? faults.get(field) : undefined;
      return rule && t(rule);
    },
    save() {
      setTried(true);
      if (faults.size > 0) return;
      const input = inputOf(draft);
      if (product)
        update.mutate({ params: { id: product.id }, body: { product: input, revision: product.revision } });
      else create.mutate({ body: { product: input, everybody } });
    },
  };
}

/** Adds or changes a product by its data sheet, warranty and spare parts. */
export function ProductForm(props: ProductFormProps) {
  const { product, onClose } = props;
  const { t } = useTranslation(['products', 'devices']);
  const form = useProductForm(props);
  const { draft, change, errorOf } = form;
  const mayAll = useMay('platform.manage');
  const text = (field: 'manufacturer' | 'model', maxLength: number) => (
    <Field
      label={t(field)}
      value={draft[field]}
      maxLength={maxLength}
      autoComplete="off"
      error={errorOf(field)}
      onChange={({ target }) => change({ [field]: target.value })}
    />
  );
  return (
    <ActionDialog
      title={product ? t('one', { action: t('edit'), name: productName(product) }) : t('add')}
      okText={t('save')}
      busy={form.busy}
      error={form.error}
      onOk={form.save}
      onClose={() => onClose()}
    >
      <FieldGrid>
        {text('manufacturer', 64)}
        {text('model', 100)}
        <Choice
          label={t('column.kind')}
          value={draft.kind}
          options={DEVICE_KINDS.map((value) => ({ value, label: t(`devices:kind.${value}`) }))}
          onChange={(kind) => change({ kind: kind as DeviceKind, profileId: '' })}
        />
        <FamilyChoice draft={draft} onChange={(profileId) => change({ profileId })} />
      </FieldGrid>
      <Figures form={form} />
      <Warranty form={form} />
      <PartFields
        parts={draft.parts}
        most={LIMITS.productParts}
        errorOf={(place) => errorOf(`parts.${place}`)}
        onChange={(parts) => change({ parts })}
      />
      <TextArea
        label={t('remark')}
        value={draft.remark}
        error={errorOf('remark')}
        onChange={({ target }) => change({ remark: target.value })}
      />
      {mayAll && !product ? (
        <Check label={t('everybody')} checked={form.everybody} onChange={form.setEverybody} />
      ) : null}
    </ActionDialog>
  );
}

/** The day of a device by which a warranty begins. */
const DAYS = { production: 'productionDate', sale: 'soldOn', firstPowerOn: 'firstPowerOn' } as const;

interface PartProps {
  form: ReturnType<typeof useProductForm>;
}

function Figures({ form: { draft, change, errorOf } }: PartProps) {
  const { t } = useTranslation('products');
  return (
    <FormGroup label={t('specification')}>
      <FieldGrid>
        {figuresOf(draft.kind).map((figure) => (
          <Field
            key={figure}
            label={t(`figure.${figure}`)}
            value={draft.figures[figure] ?? ''}
            autoComplete="off"
            inputMode="decimal"
            error={errorOf(figure)}
            onChange={({ target }) => change({ figures: { ...draft.figures, [figure]: target.value } })}
          />
        ))}
        <Field
          label={t('figure.protection')}
          placeholder="IP65"
          value={draft.protection}
          autoComplete="off"
          error={errorOf('protection')}
          onChange={({ target }) => change({ protection: target.value })}
        />
      </FieldGrid>
    </FormGroup>
  );
}

function Warranty({ form: { draft, change, errorOf } }: PartProps) {
  const { t } = useTranslation(['products', 'devices']);
  return (
    <FormGroup label={t('warranty.title')}>
      <FieldGrid>
        <Field
          label={t('warranty.months')}
          value={draft.months}
          autoComplete="off"
          inputMode="numeric"
          error={errorOf('months')}
          hint={t('warranty.hint')}
          onChange={({ target }) => change({ months: target.value })}
        />
        <Choice
          label={t('warranty.from')}
          value={draft.from}
          options={WARRANTY_STARTS.map((value) => ({
            value,
            label: t(`devices:about.${DAYS[value]}`),
          }))}
          onChange={(from) => change({ from: from as ProductDraft['from'] })}
        />
      </FieldGrid>
      <TextArea
        label={t('warranty.text')}
        value={draft.terms}
        error={errorOf('terms')}
        onChange={({ target }) => change({ terms: target.value })}
      />
    </FormGroup>
  );
}

interface FamilyChoiceProps {
  draft: ProductDraft;
  onChange: (id: string) => void;
}

function FamilyChoice({ draft: { kind, profileId }, onChange }: FamilyChoiceProps) {
  const { t } = useTranslation(['devices', 'products']);
  const profiles = useCall('listDeviceProfiles', {});
  const fitting = (profiles.data ?? []).filter(
    // A product may be for all, and a profile of an organisation is not.
    (profile) => profile.kind === kind && !profile.own,
  );
  if (fitting.length === 0) return null;
  return (
    <Choice
      label={t('about.profile')}
      value={profileId}
      options={[
        { value: '', label: t('products:none') },
        ...fitting.map((profile) => ({ value: profile.id, label: familyName(profile) })),
      ]}
      onChange={onChange}
    />
  );
}
