import { type ImportedSims, LIMITS } from '@sunfleet/contract';
import { Modal, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { organisationOptions } from '../../parts/organisations/organisation-options.ts';
import { CellErrors } from '../../parts/tables/cell-errors.tsx';
import { TemplateButtons } from '../../parts/tables/template-buttons.tsx';
import { download } from '../../ui/chart/download.ts';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import styles from './sims.module.css';

/** Adds and changes cards from a table: first every cell is checked, then all of them are written or none. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['sims', 'imports']);
  const format = useFormat();
  const [organisation, setOrganisation] = useOrganisation();
  const [file, setFile] = useState<File>();
  const [checked, setChecked] = useState<ImportedSims>();
  const check = useAction('importSims', { quiet: true, onDone: setChecked });
  const write = useAction('importSims', {
    quiet: true,
    invalidates: ['listSims'],
    onDone: (answer) => {
      // Somebody else changed what the table was checked against.
      if (answer.errorCount > 0) return setChecked(answer);
      showNotice('success', t('import.done', figuresOf(answer)));
      onClose();
    },
  });
  const figuresOf = ({ added, changed }: ImportedSims) => ({
    added: format.number(added, 0),
    changed: format.number(changed, 0),
  });
  const right = file && checked?.errorCount === 0 ? { file, checked } : undefined;
  const take = (chosen: File) => {
    setFile(chosen);
    setChecked(undefined);
    check.mutate({
      query: { organisationId: Number(organisation.value), check: 'true' },
      body: formOf(chosen),
    });
  };
  return (
    <Modal
      open
      width={900}
      title={t('import.title')}
      okText={t('import.open')}
      okButtonProps={{ disabled: !right }}
      confirmLoading={write.isPending}
      onOk={() =>
        right &&
        write.mutate({ query: { organisationId: Number(organisation.value) }, body: formOf(right.file) })
      }
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <div className={styles.stack}>
        <p className={styles.muted}>{t('import.hint', { limit: format.number(LIMITS.simsPerTable, 0) })}</p>
        <Templates />
        <Choice
          label={t('import.organisation')}
          value={organisation.value}
          options={organisation.options}
          onChange={(value) => {
            setOrganisation(value);
            setChecked(undefined);
          }}
        />
        {check.isPending ? (
          <div role="status">
            <Spin size="small" /> {t('imports:file.uploading', { name: file?.name ?? '' })}
          </div>
        ) : organisation.value ? (
          <DropZone
            title={t('import.choose')}
            hint={t('import.chooseHint')}
            accept=".xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onFile={take}
          />
        ) : null}
        <FormFailure error={write.error ?? check.error} />
        {right ? (
          <p role="status">{t('import.right', { file: right.file.name, ...figuresOf(right.checked) })}</p>
        ) : null}
        {checked && checked.errorCount > 0 ? <CellErrors checked={checked} /> : null}
      </div>
    </Modal>
  );
}

function formOf(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

/** The organisations that one manages, the own one chosen at first. */
function useOrganisation() {
  const own = useAccount().organisation;
  const tree = useCall('organisationTree', { query: {} });
  const options = tree.data
    ? organisationOptions(tree.data)
    : own
      ? [{ value: String(own.id), label: own.name }]
      : [];
  const [chosen, setChosen] = useState(own ? String(own.id) : '');
  const value = chosen || (options[0]?.value ?? '');
  return [{ value, options }, setChosen] as const;
}

function Templates() {
  const { t } = useTranslation('sims');
  const { mutate, isPending } = useAction('getSimTemplate');
  return (
    <TemplateButtons
      busy={isPending}
      onChoose={(format) =>
        mutate({ query: { format } }, { onSuccess: (content) => download(`${t('file')}.${format}`, content) })
      }
    />
  );
}
