import { type Firmware, type Language, LANGUAGES, LIMITS } from '@sunfleet/contract';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { LANGUAGE_NAMES } from '../../../lib/i18n/languages.ts';
import { organisationOptions } from '../../../parts/organisations/organisation-options.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Check, Choice } from '../../../ui/form/field.tsx';
import { FormRow } from '../../../ui/form/form-row.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';

/** Whom a firmware is authorised for, and what people read of it. */
export function AuthoriseDialog({ firmware, onClose }: { firmware: Firmware; onClose: () => void }) {
  const { t, i18n } = useTranslation('firmware');
  const [everybody, setEverybody] = useState(firmware.everybody);
  const [chosen, setChosen] = useState(firmware.organisations.map(({ id }) => String(id)));
  const [notes, setNotes] = useState(firmware.notes);
  const [language, setLanguage] = useState<Language>(i18n.language as Language);
  const tree = useCall('organisationTree', { query: {} });
  const options = useMemo(() => {
    const offered = tree.data ? organisationOptions(tree.data) : [];
    const known = new Set(offered.map(({ value }) => value));
    const kept = firmware.organisations.map(({ id, name }) => ({ value: String(id), label: name }));
    return [...offered, ...kept.filter(({ value }) => !known.has(value))];
  }, [tree.data, firmware.organisations]);
  const save = useAction('updateFirmware', {
    quiet: true,
    invalidates: ['getFirmware', 'listFirmware'],
    onDone: onClose,
  });
  const { id, name, version, revision } = firmware;
  const write = (text: string) => {
    const { [language]: _, ...others } = notes;
    setNotes(text === '' ? others : { ...others, [language]: text });
  };
  return (
    <ActionDialog
      title={t('authorise.title', { name: `${name} ${version}` })}
      okText={t('save')}
      busy={save.isPending}
      error={save.error}
      onOk={() =>
        save.mutate({
          params: { id },
          body: { notes, everybody, organisationIds: chosen.map(Number), revision },
        })
      }
      onClose={onClose}
    >
      <Check label={t('authorise.everybody')} checked={everybody} onChange={setEverybody} />
      {everybody ? null : (
        <FormRow label={t('authorise.organisations')} hint={t('authorise.hint')}>
          {(control) => (
            <Select
              {...control}
              mode="multiple"
              maxCount={LIMITS.firmwareOrganisations}
              showSearch={{ optionFilterProp: 'label' }}
              loading={tree.isFetching}
              value={chosen}
              options={options}
              onChange={setChosen}
            />
          )}
        </FormRow>
      )}
      <Choice
        label={t('authorise.language')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={(value) => setLanguage(LANGUAGES.find((known) => known === value) ?? language)}
      />
      <TextArea
        label={t('field.notes')}
        value={notes[language] ?? ''}
        maxLength={LIMITS.firmwareNotes}
        onChange={(event) => write(event.target.value)}
      />
    </ActionDialog>
  );
}
