import { useTranslation } from 'react-i18next';
import { Choice } from '../../../ui/form/field.tsx';
import { everydayParameters, SETTABLE_FAMILIES } from '../../parameters/everyday-parameters.ts';
import { readDraft } from '../../parameters/parameter-draft.ts';
import { ParameterField } from '../../parameters/parameter-field.tsx';
import { useParameterWords } from '../../parameters/use-parameter-words.ts';

/** One parameter of a family and its value, as they are chosen. */
export interface ParameterDraft {
  profileId: string;
  key: string;
  text: string;
}

export const noParameter: ParameterDraft = { profileId: '', key: '', text: '' };

const parametersOf = (profileId: string) => {
  const family = SETTABLE_FAMILIES.find(({ id }) => id === profileId);
  return family ? everydayParameters(family) : [];
};

/** As the API takes it; undefined while something is missing or wrong. */
export function changeOf({ profileId, key, text }: ParameterDraft) {
  const parameter = parametersOf(profileId).find((one) => one.key === key);
  const read = parameter && readDraft(parameter, text);
  return read && 'value' in read ? { profileId, changes: [{ key, value: read.value }] } : undefined;
}

interface ParameterChangeProps {
  draft: ParameterDraft;
  onChange: (draft: ParameterDraft) => void;
}

/** Chooses a family, what is set on its devices, and to which value. */
export function ParameterChange({ draft, onChange }: ParameterChangeProps) {
  const { t } = useTranslation(['device-batches', 'rules']);
  const words = useParameterWords();
  const { profileId, key, text } = draft;
  const parameters = parametersOf(profileId);
  const parameter = parameters.find((one) => one.key === key);
  const read = parameter && text !== '' ? readDraft(parameter, text) : undefined;
  const none = { value: '', label: t('several.choose') };
  return (
    <>
      <Choice
        label={t('several.family')}
        value={profileId}
        options={[
          none,
          ...SETTABLE_FAMILIES.map(({ id, brand, models }) => ({
            value: id,
            label: `${brand} ${models.join(', ')}`,
          })),
        ]}
        onChange={(value) => onChange({ ...noParameter, profileId: value })}
      />
      {profileId === '' ? null : (
        <Choice
          label={t('several.parameter')}
          value={key}
          options={[none, ...parameters.map((one) => ({ value: one.key, label: words.nameOf(one.key) }))]}
          onChange={(value) => onChange({ profileId, key: value, text: '' })}
        />
      )}
      {parameter ? (
        <ParameterField
          parameter={parameter}
          label={words.nameOf(key)}
          text={text}
          error={read && 'rule' in read ? t(read.rule, { ns: 'rules' }) : undefined}
          onChange={(value) => onChange({ ...draft, text: value })}
        />
      ) : null}
    </>
  );
}
