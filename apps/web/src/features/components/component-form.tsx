import { type Component, type ComponentKind, MODULE_TECHNOLOGIES } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Check, Choice, Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { draftFaults, draftOf, emptyDraft, figuresOf, inputOf } from './component-draft.ts';
import styles from './components.module.css';

interface ComponentFormProps {
  kind: ComponentKind;
  /** Undefined: a new one. */
  component?: Component | undefined;
  onClose: () => void;
}

/** Adds or changes a module or an inverter by its data sheet. */
export function ComponentForm({ kind, component, onClose }: ComponentFormProps) {
  const { t } = useTranslation(['components', 'rules']);
  const mayAll = useMay('platform.manage');
  const [draft, setDraft] = useState(() => (component ? draftOf(component) : emptyDraft(kind)));
  const [everybody, setEverybody] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const done = { quiet: true, invalidates: ['listComponents'] as const };
  const create = useAction('createComponents', {
    ...done,
    onDone: ({ kept }) => {
      if (kept.length > 0) return showNotice('error', t('alreadyThere', { name: kept[0] }));
      onClose();
    },
  });
  const update = useAction('updateComponent', { ...done, onDone: onClose });
  const faults = draftFaults(draft);
  const errorOf = (field: string) => {
    const rule = faults.get(field);
    return rule && (tried || touched.has(field)) ? t(rule, { ns: 'rules' }) : undefined;
  };
  const leave = (field: string) => setTouched(new Set([...touched, field]));
  const save = () => {
    setTried(true);
    if (faults.size > 0) return;
    const input = inputOf(draft, component);
    if (component)
      update.mutate({
        params: { id: component.id },
        body: { component: input, revision: component.revision },
      });
    else create.mutate({ body: { components: [input], everybody } });
  };
  return (
    <ActionDialog
      title={
        component
          ? t('changeOne', { name: `${component.manufacturer} ${component.model}` })
          : t(`add.${kind}`)
      }
      okText={t('save')}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onOk={save}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {(['manufacturer', 'model'] as const).map((field) => (
          <Field
            key={field}
            label={t(`field.${field}`)}
            value={draft[field]}
            autoComplete="off"
            error={errorOf(field)}
            onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
            onBlur={() => leave(field)}
          />
        ))}
        {kind === 'module' ? (
          <Choice
            label={t('field.technology')}
            value={draft.technology}
            options={[
              { value: '', label: t('technology.unknown') },
              ...MODULE_TECHNOLOGIES.map((value) => ({ value, label: t(`technology.${value}`) })),
            ]}
            onChange={(technology) => setDraft({ ...draft, technology })}
          />
        ) : null}
        {figuresOf(kind).map((field) => (
          <Field
            key={field}
            label={t(`field.${field}`)}
            value={draft.figures[field] ?? ''}
            autoComplete="off"
            inputMode="decimal"
            error={errorOf(field)}
            onChange={(event) =>
              setDraft({ ...draft, figures: { ...draft.figures, [field]: event.target.value } })
            }
            onBlur={() => leave(field)}
          />
        ))}
      </div>
      {mayAll && !component ? (
        <Check label={t('everybody')} checked={everybody} onChange={setEverybody} />
      ) : null}
    </ActionDialog>
  );
}
