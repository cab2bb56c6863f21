import { LANGUAGES } from '@sunfleet/contract';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../../lib/i18n/languages.ts';
import { useLanguageChoice } from '../../../lib/i18n/use-language-choice.ts';
import { setPageTitle } from '../../../lib/title.ts';
import { Choice } from '../../../ui/form/field.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { ReachNote } from '../../../ui/reach/reach-note.tsx';
import { AppearanceChoice } from './appearance-choice.tsx';
import styles from './entry.module.css';

interface EntryFrameProps {
  title: string;
  /** Wider, for pages with long texts. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame of the pages before the login: one card, language and light below it. */
export function EntryFrame({ title, wide = false, children }: EntryFrameProps) {
  useEffect(() => setPageTitle(title), [title]);
  return (
    <div className={styles.page}>
      <main className={styles.card} data-wide={wide}>
        <div className={styles.brand}>
          <Logo size={40} />
          <span>Sunfleet</span>
        </div>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </main>
      <footer className={styles.foot}>
        <LanguageChoice />
        <AppearanceChoice />
      </footer>
      <ReachNote />
    </div>
  );
}

function LanguageChoice() {
  const { t } = useTranslation('common');
  const [language, setLanguage] = useLanguageChoice();
  const choose = (value: string) => setLanguage(LANGUAGES.find((known) => known === value) ?? language);
  const options = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  return (
    <Choice bare label={t('appearance.language')} value={language} options={options} onChange={choose} />
  );
}
