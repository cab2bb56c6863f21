import { UploadOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormRow } from '../../ui/form/form-row.tsx';
import styles from './themes.module.css';
import { ICON_TYPES, iconProblem, readIcon } from './theme-draft.ts';

interface IconFieldProps {
  value: string | null;
  onChange: (iconUrl: string | null) => void;
  error: string | undefined;
}

/** An icon by its address, or a small picture that is kept itself. */
export function IconField({ value, onChange, error }: IconFieldProps) {
  const { t } = useTranslation('themes');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<'type' | 'size' | 'unreadable'>();
  const own = value?.startsWith('data:') ?? false;
  const choose = (file: File | undefined) => {
    if (!file) return;
    const wrong = iconProblem(file);
    setProblem(wrong);
    if (!wrong) readIcon(file).then(onChange, () => setProblem('unreadable'));
  };
  return (
    <FormRow label={t('icon')} hint={t('iconHint')} error={problem ? t(`problem.${problem}`) : error}>
      {(control) => (
        <>
          <Input
            {...control}
            placeholder="https://"
            readOnly={own}
            value={own ? t('ownIcon') : (value ?? '')}
            onChange={(event) => onChange(event.target.value)}
          />
          <div className={styles.foot}>
            <Button size="small" icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
              {t('upload')}
            </Button>
            {value ? (
              <Button size="small" onClick={() => onChange(null)}>
                {t('noIcon')}
              </Button>
            ) : null}
          </div>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('upload')}
            accept={ICON_TYPES.join(',')}
            onChange={(event) => {
              choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </>
      )}
    </FormRow>
  );
}
