import { CUSTOM_POINT_KINDS, type CustomPoint, type CustomPointKind } from '@sunfleet/contract';
import { UNIT_FAMILIES } from '@sunfleet/device-model';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFields } from '../../../lib/form/use-fields.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Choice, Field } from '../../../ui/form/field.tsx';
import { FormRow } from '../../../ui/form/form-row.tsx';
import { useRefreshOnConflict } from './use-refresh-on-conflict.ts';

interface EditCustomPointProps {
  /** As it is now: it changes while the dialog is open when somebody else saves. */
  point: CustomPoint;
  organisationId: number | undefined;
  onClose: () => void;
}

const LONGEST_NAME = 100;
const DECIMALS = ['', '0', '1', '2', '3', '4', '5', '6'];

/** Says how a custom point is called and in which unit it comes. */
export function EditCustomPoint({ point, organisationId, onClose }: EditCustomPointProps) {
  const { t } = useTranslation('points');
  const save = useAction('updateCustomPoint', {
    invalidates: ['listCustomPoints', 'deviceLatest', 'deviceHistory'],
    quiet: true,
    onDone: onClose,
  });
  const form = useFields({ initial: valuesOf(point), error: save.error });
  const changed = useRefreshOnConflict(save.error);
  const { name, unit, kind, decimals } = form.values;
  const send = () =>
    save.mutate({
      body: {
        ...(organisationId === undefined ? {} : { organisationId }),
        key: point.key,
        version: point.version,
        name: name.trim() || null,
        unit,
        kind,
        decimals: decimals === '' ? null : Number(decimals),
      },
    });
  return (
    <ActionDialog
      title={t('custom.editOne', { key: point.key })}
      okText={t('custom.save')}
      busy={save.isPending}
      error={form.rest}
      errorHint={
        changed ? t('custom.now', { name: point.name ?? point.key, unit: point.unit || UNKNOWN }) : null
      }
      onOk={send}
      onClose={onClose}
    >
      <Field
        label={t('catalogue.column.name')}
        hint={t('custom.nameHint')}
        value={name}
        maxLength={LONGEST_NAME}
        autoFocus
        error={form.errorOf('name')}
        onChange={(event) => form.set('name', event.target.value)}
      />
      <UnitField value={unit} onChange={(next) => form.set('unit', next)} />
      <Choice
        label={t('custom.kind')}
        value={kind}
        options={CUSTOM_POINT_KINDS.map((value) => ({ value, label: t(`catalogue.kind.${value}`) }))}
        onChange={(value) => form.set('kind', value as CustomPointKind)}
      />
      <Choice
        label={t('custom.decimals')}
        value={decimals}
        options={DECIMALS.map((value) => ({ value, label: value || t('custom.automatic') }))}
        onChange={(value) => form.set('decimals', value)}
      />
    </ActionDialog>
  );
}

const valuesOf = ({ name, unit, kind, decimals }: CustomPoint) => ({
  name: name ?? '',
  unit,
  kind: kind as CustomPointKind,
  decimals: decimals === null ? '' : String(decimals),
});

function UnitField({ value, onChange }: { value: string; onChange: (unit: string) => void }) {
  const { t } = useTranslation('points');
  const options = [
    { value: '', label: t('custom.noUnit') },
    ...Object.values(UNIT_FAMILIES)
      .flat()
      .map((unit) => ({ value: unit, label: unit })),
  ];
  return (
    <FormRow label={t('catalogue.column.unit')} hint={t('custom.unitHint')}>
      {(control) => (
        <Select
          {...control}
          size="large"
          showSearch={{ optionFilterProp: 'label' }}
          value={value}
          options={options}
          onChange={onChange}
        />
      )}
    </FormRow>
  );
}
