import type { CallError } from '@sunfleet/api-client';
import {
  type Organisation,
  ORGANISATION_TIES,
  type OrganisationNode,
  organisationCodeRule,
  textRule,
} from '@sunfleet/contract';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { type FieldRules, useFields } from '../../../lib/form/use-fields.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import styles from '../organisations.module.css';
import { OrganisationFields } from './organisation-fields.tsx';
import {
  changesFrom,
  emptyOrganisation,
  type OrganisationValues,
  toBody,
  valuesOf,
} from './organisation-values.ts';

const CHANGED = ['organisationTree', 'getOrganisation'] as const;

const RULES: FieldRules<OrganisationValues> = {
  name: (name) => textRule(name, 'merchantNameEmpty'),
  code: (code) => (code === '' ? undefined : organisationCodeRule(code)),
};

interface CreateOrganisationProps {
  kind: Organisation['kind'];
  /** Superior; null: a new root. */
  parent: OrganisationNode | null;
  onClose: () => void;
  onDone: (created: Organisation) => void;
}

/** Makes a department or a merchant below another organisation. */
export function CreateOrganisation({ kind, parent, onClose, onDone }: CreateOrganisationProps) {
  const { t } = useTranslation('organisations');
  const create = useAction('createOrganisation', {
    invalidates: CHANGED,
    quiet: true,
    onDone: (created) => {
      onDone(created);
      onClose();
    },
  });
  return (
    <OrganisationDialog
      title={parent ? t(`create.${kind}`, { name: parent.name }) : t('create.root')}
      okText={t('create.ok')}
      initial={{ ...emptyOrganisation, kind }}
      busy={create.isPending}
      error={create.error}
      onSubmit={(values) => create.mutate({ body: { ...toBody(values), parentId: parent?.id ?? null } })}
      onClose={onClose}
    />
  );
}

interface EditOrganisationProps {
  id: number;
  /** The organisation is the person's own one. Only somebody who also manages the superior one may change its tie. */
  own: boolean;
  onClose: () => void;
}

/** Changes the fields of an organisation. */
export function EditOrganisation({ id, own, onClose }: EditOrganisationProps) {
  const { t } = useTranslation('organisations');
  const organisation = useCall('getOrganisation', { params: { id } });
  const update = useAction('updateOrganisation', { invalidates: CHANGED, quiet: true, onDone: onClose });
  if (!organisation.data) {
    return (
      <Modal open title={t('action.edit')} footer={null} onCancel={onClose}>
        <Loaded loading={organisation}>{null}</Loaded>
      </Modal>
    );
  }
  const { data } = organisation;
  return (
    <OrganisationDialog
      title={t('edit.title', { name: data.name })}
      okText={t('edit.ok')}
      initial={valuesOf(data)}
      tieFixed={own && data.parentId !== null}
      busy={update.isPending}
      error={update.error}
      onSubmit={(values) => update.mutate({ params: { id }, body: changesFrom(data, values) })}
      onClose={onClose}
    />
  );
}

interface OrganisationDialogProps {
  title: string;
  okText: string;
  initial: OrganisationValues;
  tieFixed?: boolean;
  busy: boolean;
  error: CallError | null;
  onSubmit: (values: OrganisationValues) => void;
  onClose: () => void;
}

function OrganisationDialog({
  initial,
  tieFixed = false,
  error,
  onSubmit,
  ...frame
}: OrganisationDialogProps) {
  const { t } = useTranslation('organisations');
  const form = useFields({
    initial,
    rules: RULES,
    error,
    byKey: { organisationCodeTaken: 'code', organisationCodeInUse: 'code' },
  });
  const send = () => {
    const values = form.submit();
    if (values) onSubmit(values);
  };
  return (
    <ActionDialog {...frame} error={form.rest} onOk={send}>
      <OrganisationFields form={form} />
      {tieFixed ? (
        <p className={styles.muted}>
          {t('field.tie')}: {t(`tie.${form.values.tie}.name`)}. {t('field.tieFixed')}
        </p>
      ) : (
        <Choices
          label={t('field.tie')}
          value={form.values.tie}
          options={ORGANISATION_TIES.map((value) => ({
            value,
            label: t(`tie.${value}.name`),
            hint: t(`tie.${value}.hint`),
          }))}
          onChange={(tie) => form.set('tie', tie)}
        />
      )}
    </ActionDialog>
  );
}
