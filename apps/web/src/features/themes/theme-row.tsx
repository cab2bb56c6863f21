import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { ColorField } from '../../ui/form/color-field.tsx';
import { FormRow } from '../../ui/form/form-row.tsx';
import styles from './themes.module.css';
import { IconField } from './icon-field.tsx';
import type { ThemeDraft, ThemeProblem } from './theme-draft.ts';
import { ThemePreview } from './theme-preview.tsx';

interface ThemeRowProps {
  theme: ThemeDraft;
  problem: ThemeProblem | undefined;
  /** What the server said about a field of this row. */
  told: (field: 'url' | 'themeColor' | 'iconUrl') => string | undefined;
  onChange: (part: Partial<ThemeDraft>) => void;
  onRemove: () => void;
}

/** Host, colour and icon of one entry, with how it will look. */
export function ThemeRow({ theme, problem, told, onChange, onRemove }: ThemeRowProps) {
  const { t } = useTranslation('themes');
  const wrong = (...problems: ThemeProblem[]) =>
    problem && problems.includes(problem) ? t(`problem.${problem}`) : undefined;
  return (
    <li className={styles.theme}>
      <FormRow label={t('host')} hint={t('hostHint')} error={wrong('host', 'twice') ?? told('url')}>
        {(control) => (
          <Input
            {...control}
            maxLength={255}
            value={theme.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        )}
      </FormRow>
      <FormRow label={t('color')} error={wrong('color') ?? told('themeColor')}>
        {(control) => (
          <ColorField
            {...control}
            value={theme.themeColor}
            onChange={(themeColor) => onChange({ themeColor })}
          />
        )}
      </FormRow>
      <IconField
        value={theme.iconUrl}
        onChange={(iconUrl) => onChange({ iconUrl })}
        error={told('iconUrl')}
      />
      <div className={styles.stack}>
        <ThemePreview theme={theme} />
        <div>
          <Button size="small" aria-label={t('removeOne', { host: theme.url })} onClick={onRemove}>
            {t('remove')}
          </Button>
        </div>
      </div>
    </li>
  );
}
