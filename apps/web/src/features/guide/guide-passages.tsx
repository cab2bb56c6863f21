import { guideAddress } from '@sunfleet/contract';
import { useQuery } from '@tanstack/react-query';
import type { CallError } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  GUIDE_PARTS,
  type GuideLanguage,
  type GuidePart,
  type GuidePartName,
} from '../../lib/guide/guide-parts.ts';
import { Loaded } from '../../ui/page/page.tsx';
import { findPassages } from './find-passages.ts';
import styles from './guide.module.css';
import { loadPart } from './load-part.ts';
import { PART_TITLES } from './part-titles.ts';

const loadAll = (language: GuideLanguage) =>
  Promise.all(
    GUIDE_PARTS.map(async (name): Promise<[GuidePartName, GuidePart]> => [
      name,
      await loadPart(language, name),
    ]),
  );

/** Passages of all parts in which some words stand. The parts are fetched by the first search. */
export function GuidePassages({ language, text }: { language: GuideLanguage; text: string }) {
  const { t } = useTranslation('guide');
  const parts = useQuery<[GuidePartName, GuidePart][], CallError>({
    queryKey: ['guide', language, 'all'],
    queryFn: () => loadAll(language),
  });
  const found = findPassages(parts.data ?? [], text);
  return (
    <Loaded loading={parts}>
      {found.length === 0 ? <p role="status">{t('nothing')}</p> : null}
      <ul className={styles.passages}>
        {found.map(({ part, id, title, around }) => (
          <li key={`${part} ${id}`} lang={language}>
            <Link to={guideAddress(part, id)}>
              {PART_TITLES[language][part]} › {title}
            </Link>
            <p>{around}</p>
          </li>
        ))}
      </ul>
    </Loaded>
  );
}
