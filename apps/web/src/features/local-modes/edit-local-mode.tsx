import type { LocalMode, Product, SafetyStandard } from '@sunfleet/contract';
import { profileById } from '@sunfleet/device-model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { useParameterWords } from '../../parts/parameters/use-parameter-words.ts';
import { productName } from '../../parts/products/product-name.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Check } from '../../ui/form/field.tsx';
import { FormGroup } from '../../ui/form/form-row.tsx';
import { StandardFields, type TypedStandard, isValue } from './standard-fields.tsx';

interface EditLocalModeProps {
  product: Product;
  /** Undefined: its devices are not set up next to them yet. */
  mode: LocalMode | undefined;
  onClose: () => void;
}

/** Chooses what the companion app offers at devices of a product. */
export function EditLocalMode({ product, mode, onClose }: EditLocalModeProps) {
  const { t } = useTranslation(['local-modes', 'parameters']);
  const words = useParameterWords();
  const writes = product.profileId === null ? [] : (profileById(product.profileId)?.writes ?? []);
  const [parameters, setParameters] = useState<readonly string[]>(
    mode?.parameters.map(({ key }) => key) ?? [],
  );
  const [standards, setStandards] = useState<readonly TypedStandard[]>(
    (mode?.standards ?? []).map((standard) => ({ ...standard, value: String(standard.value) })),
  );
  const [tried, setTried] = useState(false);
  const options = { quiet: true, invalidates: ['listLocalModes'] as const, onDone: onClose };
  const save = useAction('setLocalMode', options);
  const remove = useAction('removeLocalMode', options);
  const errors = fieldErrors(save.error);
  const submit = () => {
    setTried(true);
    if (!standards.every(({ value }) => isValue(value))) return;
    const typed: SafetyStandard[] = standards.map((one) => ({ ...one, value: Number(one.value) }));
    save.mutate({
      params: { id: product.id },
      body: { parameters: [...parameters], standards: typed, revision: mode?.revision ?? 0 },
    });
  };
  return (
    <ActionDialog
      title={`${t('title')}: ${productName(product)}`}
      okText={t('save')}
      busy={save.isPending || remove.isPending}
      error={save.error ?? remove.error}
      onOk={submit}
      onClose={onClose}
    >
      <FormGroup label={t('parameters')}>
        {writes.length === 0 ? <p>{t('noParameters')}</p> : null}
        {writes.map(({ key, risk }) => (
          <Check
            key={key}
            label={
              risk === 'low' ? words.nameOf(key) : `${words.nameOf(key)} (${t(`parameters:risk.${risk}`)})`
            }
            checked={parameters.includes(key)}
            onChange={(on) =>
              setParameters(on ? [...parameters, key] : parameters.filter((one) => one !== key))
            }
          />
        ))}
      </FormGroup>
      <StandardFields
        standards={standards}
        tried={tried}
        errorOf={(place) => errors[`standards.${place}.code`]}
        onChange={setStandards}
      />
      {mode ? (
        <div>
          <Button onClick={() => remove.mutate({ params: { id: product.id } })}>{t('forbid')}</Button>
        </div>
      ) : null}
    </ActionDialog>
  );
}
