import { LANGUAGES } from '@sunfleet/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { LANGUAGE_NAMES } from '../../lib/i18n/languages.ts';
import { useLanguageChoice } from '../../lib/i18n/use-language-choice.ts';
import { comeBack } from '../../lib/session/come-back.ts';
import { useSession } from '../../lib/session/session-context.tsx';
import { setPageTitle } from '../../lib/title.ts';
import { Choice } from '../../ui/form/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import { AppearanceChoice } from './appearance-choice.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';
import { VisitorEntry } from './visitor-entry.tsx';

/** `#/login`: signs in and goes to where somebody wanted to be. Light on purpose: it loads before anything else. */
export function LoginPage() {
  const { t } = useTranslation('accounts');
  const [search] = useSearchParams();
  const session = useSession();
  useEffect(() => setPageTitle(t('login.title')), [t]);
  if (session) return <Navigate to={comeBack(search.get('from'))} replace />;
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <div className={styles.brand}>
          <Logo size={40} />
          <span>Sunfleet</span>
        </div>
        <h1 className={styles.title}>{t('login.title')}</h1>
        {search.get('over') ? (
          <p className={styles.over} role="status">
            {t('login.over')}
          </p>
        ) : null}
        <LoginForm />
        <VisitorEntry />
      </main>
      <footer className={styles.foot}>
        <LanguageChoice />
        <AppearanceChoice />
      </footer>
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
