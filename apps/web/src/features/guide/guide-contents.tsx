import { guideAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  GUIDE_PARTS,
  type GuideHeading,
  type GuideLanguage,
  type GuidePartName,
} from '../../lib/guide/guide-parts.ts';
import styles from './guide.module.css';
import { PART_TITLES } from './part-titles.ts';

interface GuideContentsProps {
  language: GuideLanguage;
  part: GuidePartName;
  headings: readonly GuideHeading[];
}

/** The parts of the guide, and the headings of the one that is open. */
export function GuideContents({ language, part, headings }: GuideContentsProps) {
  const { t } = useTranslation('guide');
  return (
    <nav className={styles.contents} aria-label={t('contents')}>
      <ul aria-label={t('parts')}>
        {GUIDE_PARTS.map((name) => (
          <li key={name} lang={language}>
            <Link to={guideAddress(name)} aria-current={name === part ? 'page' : undefined}>
              {PART_TITLES[language][name]}
            </Link>
            {name === part ? <Headings part={part} headings={headings} /> : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Headings({ part, headings }: { part: GuidePartName; headings: readonly GuideHeading[] }) {
  return (
    <ul>
      {headings
        .filter(({ depth }) => depth === 2)
        .map(({ id, title }) => (
          <li key={id}>
            <Link to={guideAddress(part, id)}>{title}</Link>
          </li>
        ))}
    </ul>
  );
}
