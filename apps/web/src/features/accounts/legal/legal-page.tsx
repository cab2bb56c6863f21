import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { EntryFrame } from '../entry/entry-frame.tsx';
import styles from '../entry/entry.module.css';

const AGREEMENT = ['service', 'account', 'data', 'values', 'availability', 'end'] as const;
const PRIVACY = ['who', 'what', 'why', 'shared', 'long', 'rights'] as const;

/** The terms to which users of this node agree. */
export function AgreementPage() {
  const { t } = useTranslation('legal');
  const { data } = useCall('legalVersions', {});
  const sections = AGREEMENT.map((part) => [t(`agreement.${part}Title`), t(`agreement.${part}`)] as const);
  return <LegalText title={t('agreement.title')} version={data?.agreementVersion} sections={sections} />;
}

/** Which personal data this node keeps, and why. */
export function PrivacyPage() {
  const { t } = useTranslation('legal');
  const { data } = useCall('legalVersions', {});
  const sections = PRIVACY.map((part) => [t(`privacy.${part}Title`), t(`privacy.${part}`)] as const);
  return <LegalText title={t('privacy.title')} version={data?.privacyVersion} sections={sections} />;
}

interface LegalTextProps {
  title: string;
  /** As the server names it; absent until it has answered. */
  version: string | undefined;
  sections: readonly (readonly [title: string, text: string])[];
}

function LegalText({ title, version, sections }: LegalTextProps) {
  const { t } = useTranslation('legal');
  return (
    <EntryFrame title={title} wide>
      {version ? <p className={styles.muted}>{t('version', { version })}</p> : null}
      <div className={styles.text}>
        {sections.map(([name, text]) => (
          <section key={name}>
            <h2>{name}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </EntryFrame>
  );
}
