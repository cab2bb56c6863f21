import type { Parameter } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParameterWords } from '../../../parts/parameters/use-parameter-words.ts';
import { draftOf, readDraft } from '../../../parts/parameters/parameter-draft.ts';
import { ParameterField } from '../../../parts/parameters/parameter-field.tsx';
import { SetDialog } from './set-dialog.tsx';

interface EditParameterProps {
  deviceId: number;
  parameter: Parameter;
  before: number | null;
  onStarted: (runId: number) => void;
  onClose: () => void;
}

/** Sets one parameter. */
export function EditParameter({ deviceId, parameter, before, onStarted, onClose }: EditParameterProps) {
  const { t } = useTranslation(['parameters', 'rules']);
  const words = useParameterWords();
  const [text, setText] = useState(() => draftOf(parameter, before));
  const [tried, setTried] = useState(false);
  const read = readDraft(parameter, text);
  const name = words.nameOf(parameter.key);
  return (
    <SetDialog
      deviceId={deviceId}
      title={t('dialog.title', { name })}
      changes={
        'value' in read && read.value !== before ? [{ parameter, before, value: read.value }] : undefined
      }
      onTry={() => setTried(true)}
      onStarted={onStarted}
      onClose={onClose}
    >
      <ParameterField
        parameter={parameter}
        label={name}
        text={text}
        error={'rule' in read && (tried || text !== '') ? t(read.rule, { ns: 'rules' }) : undefined}
        onChange={setText}
      />
    </SetDialog>
  );
}
