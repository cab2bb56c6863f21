import type { CallError } from '@sunfleet/api-client';
import { ROLE_ATTRIBUTIONS, textRule, type View } from '@sunfleet/contract';
import { Alert } from 'antd';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldRules, useFields } from '../../../lib/form/use-fields.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from '../roles.module.css';
import { PermissionTree } from './permission-tree.tsx';
import { CUSTOM_SCOPES, ROLE_VIEWS, type RoleValues } from './role-values.ts';

const RULES: FieldRules<RoleValues> = {
  name: (name) => textRule(name, 'roleNameEmpty', 64),
  description: (text) => textRule(text.replaceAll('\n', ' '), 'roleDescriptionEmpty', 500),
};

interface RoleFormProps {
  title: string;
  okText: string;
  warning?: string | undefined;
  initial: RoleValues;
  /** The role has no permission yet and may be saved like that. */
  mayBeEmpty?: boolean;
  action: { isPending: boolean; error: CallError | null };
  onSubmit: (values: RoleValues) => void;
  onCancel: () => void;
}

type RoleFields = ReturnType<typeof useFields<RoleValues>>;

/** Everything of a role: name, description, where it works, what it may do, which menus it shows. */
export function RoleForm(props: RoleFormProps) {
  const { title, okText, warning, initial, mayBeEmpty = false, action, onSubmit, onCancel } = props;
  const { t } = useTranslation('roles');
  const form = useFields({ initial, rules: RULES, error: action.error });
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(0);
  const empty = form.values.permissions.length === 0 && !mayBeEmpty;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = form.submit();
    if (values && !empty) onSubmit(values);
    else setWrong((times) => times + 1);
  };
  // The form is long: what is wrong is brought into view.
  useEffect(() => {
    if (wrong > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [wrong]);
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Card title={title}>
        <div className={styles.stack}>
          {warning ? <Alert type="warning" showIcon title={warning} /> : null}
          <Words form={form} />
          <Functions form={form} missing={wrong > 0 && empty} />
          <Menus form={form} />
          <FormFailure error={form.rest} />
          <div className={styles.foot}>
            <Button kind="primary" type="submit" busy={action.isPending}>
              {okText}
            </Button>
            <Button onClick={onCancel}>{t('form.cancel')}</Button>
          </div>
        </div>
      </Card>
    </form>
  );
}

function Words({ form }: { form: RoleFields }) {
  const { t } = useTranslation(['roles', 'access']);
  const { values, set, leave, errorOf } = form;
  return (
    <>
      <Field
        label={t('field.name')}
        required
        value={values.name}
        error={errorOf('name')}
        onChange={(event) => set('name', event.target.value)}
        onBlur={() => leave('name')}
      />
      <TextArea
        label={t('field.description')}
        required
        value={values.description}
        error={errorOf('description')}
        onChange={(event) => set('description', event.target.value)}
        onBlur={() => leave('description')}
      />
      <Choices
        label={t('field.attribution')}
        value={values.attribution}
        options={ROLE_ATTRIBUTIONS.map((value) => ({
          value,
          label: t(`access:attribution.${value}.name`),
          hint: t(`access:attribution.${value}.hint`),
        }))}
        onChange={(value) => set('attribution', value)}
      />
      <Choices
        label={t('field.scope')}
        value={values.scope}
        options={CUSTOM_SCOPES.map((value) => ({
          value,
          label: t(`access:scope.${value}.name`),
          hint: t(`access:scope.${value}.hint`),
        }))}
        onChange={(value) => set('scope', value)}
      />
    </>
  );
}

function Functions({ form, missing }: { form: RoleFields; missing: boolean }) {
  const { t } = useTranslation('roles');
  const { permissions } = form.values;
  return (
    <section aria-label={t('field.functions')} className={styles.stack}>
      <div>
        <h3>{t('field.functions')}</h3>
        <p className={styles.muted}>{t('functionsHint')}</p>
        {missing ? (
          <p className={styles.wrong} role="alert" tabIndex={-1}>
            {t('functionsNone')}
          </p>
        ) : null}
        {form.errorOf('permissions') ? <p className={styles.wrong}>{form.errorOf('permissions')}</p> : null}
      </div>
      <PermissionTree
        ticked={permissions}
        held={useAccount().permissions}
        onChange={(ticked) => form.set('permissions', ticked)}
      />
    </section>
  );
}

function Menus({ form }: { form: RoleFields }) {
  const { t } = useTranslation(['roles', 'access']);
  const { menus, views } = form.values;
  const toggle = (view: View) =>
    form.set('views', views.includes(view) ? views.filter((each) => each !== view) : [...views, view]);
  return (
    <>
      <Choices
        label={t('field.views')}
        value={menus}
        options={[
          { value: 'all', label: t('viewsAll') },
          { value: 'some', label: t('viewsSome'), hint: t('viewsHint') },
        ]}
        onChange={(value) => form.set('menus', value)}
      />
      {menus === 'some' ? (
        <div role="group" aria-label={t('viewsSome')} className={styles.views}>
          {ROLE_VIEWS.map((view) => (
            <label key={view} className={styles.tick}>
              <input type="checkbox" checked={views.includes(view)} onChange={() => toggle(view)} />
              <span>{t(`access:view.${view}`)}</span>
            </label>
          ))}
        </div>
      ) : null}
    </>
  );
}
