import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CallError } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import {
  GUIDE_PARTS,
  guideLanguage,
  type GuideLanguage,
  type GuidePart,
} from '../../lib/guide/guide-parts.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { choiceField, textField, useUrlState } from '../../lib/url-state.ts';
import { SearchFilter } from '../../ui/filter/filters.tsx';
import { Page } from '../../ui/page/page.tsx';
import { GuideContents } from './guide-contents.tsx';
import { GuidePassages } from './guide-passages.tsx';
import styles from './guide.module.css';
import { loadPart } from './load-part.ts';

const FIELDS = { part: choiceField(GUIDE_PARTS, 'user-guide'), at: textField(), q: textField() };

/** The user guide: one part of it with its contents, and a search over all of them. */
export function GuidePage() {
  const { t } = useTranslation(['guide', 'common']);
  const { language: read } = useFormat();
  const language = guideLanguage(read);
  const [{ part, at, q }, set] = useUrlState(FIELDS);
  const loaded = useQuery<GuidePart, CallError>({
    queryKey: ['guide', language, part],
    queryFn: () => loadPart(language, part),
  });
  return (
    <Page
      title={t('help.guide', { ns: 'common' })}
      subtitle={read.startsWith(language) ? undefined : t('language')}
      toolbar={<SearchFilter label={t('search')} value={q} onChange={(text) => set({ q: text })} />}
      loading={loaded}
    >
      {q.trim() ? (
        <GuidePassages language={language} text={q} />
      ) : (
        <div className={styles.guide}>
          <GuideContents language={language} part={part} headings={loaded.data?.headings ?? []} />
          {loaded.data ? (
            <Article key={`${language} ${part}`} part={loaded.data} language={language} at={at} />
          ) : null}
        </div>
      )}
    </Page>
  );
}

interface ArticleProps {
  part: GuidePart;
  language: GuideLanguage;
  at: string;
}

/** The text itself. It was made of our own documents when the web was built; nothing of it comes from people or over the network. */
function Article({ part, language, at }: ArticleProps) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    const heading = at ? article.current?.querySelector<HTMLElement>(`#${CSS.escape(at)}`) : undefined;
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [at, part]);
  return (
    <article ref={article} className={styles.article} lang={language}>
      <h2>{part.title}</h2>
      {/* oxlint-disable-next-line react/no-danger -- made of our own documents at the build, with raw HTML escaped */}
      <div dangerouslySetInnerHTML={{ __html: part.html }} />
    </article>
  );
}
