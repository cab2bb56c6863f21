import { ADDRESSES, LANGUAGES, type Language } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { LANGUAGE_NAMES } from '../../lib/i18n/languages.ts';
import { useTextsAnew } from '../../lib/i18n/use-texts-anew.ts';
import { choiceField, useUrlState } from '../../lib/url-state.ts';
import { csvOf } from '../../ui/chart/csv.ts';
import { csvBlob, download } from '../../ui/chart/download.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { Card } from '../../ui/page/card.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { ImportTexts } from './import-texts.tsx';
import styles from '../../ui/form/table-import.module.css';
import { textsAsJson } from './read-texts.ts';

const NAMES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** Words of the installation in place of those of the product: saved as a file, changed there, and taken over from it. */
export function TextsPage() {
  const { t, i18n } = useTranslation(['texts', 'devices']);
  const [{ language }, set] = useUrlState({ language: choiceField(LANGUAGES, i18n.language as Language) });
  return (
    <Page
      help="platform"
      title={t('title')}
      subtitle={t('hint')}
      permission="platform.manage"
      breadcrumb={<Link to={ADDRESSES.uploadItems}>{t('devices:import.title')}</Link>}
      toolbar={
        <Choice
          label={t('language')}
          value={language}
          options={NAMES}
          onChange={(chosen) => set({ language: chosen as Language })}
        />
      }
    >
      <PresentTexts key={language} language={language} />
    </Page>
  );
}

function PresentTexts({ language }: { language: Language }) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const shown = useCall('listTexts', { params: { language } });
  const [resets, setResets] = useState(false);
  if (shown.error && !shown.data) return <ErrorState error={shown.error} onRetry={shown.refetch} />;
  const texts = shown.data ?? [];
  const own = texts.filter(({ original, text }) => original !== text).length;
  const count = (n: number) => format.number(n, 0);
  const columns = ['key', 'english', 'original', 'text'] as const;
  const saveCsv = () => {
    const rows = texts.map((row) => columns.map((column) => row[column]));
    download(`texts-${language}.csv`, csvBlob(csvOf({ columns, rows })));
  };
  const saveJson = () =>
    download(`texts-${language}.json`, new Blob([textsAsJson(texts)], { type: 'application/json' }));
  return (
    <>
      <Card title={t('present')}>
        <div className={styles.stack}>
          <p>{shown.data ? t('own', { own: count(own), all: count(texts.length) }) : null}</p>
          <div className={styles.buttons}>
            <Button disabled={!shown.data} onClick={saveCsv}>
              {t('csv')}
            </Button>
            <Button disabled={!shown.data} onClick={saveJson}>
              {t('json')}
            </Button>
            <Button disabled={own === 0} onClick={() => setResets(true)}>
              {t('reset')}
            </Button>
          </div>
        </div>
      </Card>
      <ImportTexts language={language} shown={texts} />
      {resets ? <ResetDialog language={language} own={count(own)} onClose={() => setResets(false)} /> : null}
    </>
  );
}

interface ResetDialogProps {
  language: Language;
  own: string;
  onClose: () => void;
}

function ResetDialog({ language, own, onClose }: ResetDialogProps) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const showAnew = useTextsAnew(language);
  const reset = useAction('restoreTexts', {
    quiet: true,
    invalidates: ['listTexts'],
    onDone: ({ changed }) => {
      void showAnew();
      showNotice('success', t('resetDone', { n: format.number(changed, 0) }));
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('resetTitle')}
      okText={t('reset')}
      danger
      busy={reset.isPending}
      error={reset.error}
      onOk={() => reset.mutate({ params: { language } })}
      onClose={onClose}
    >
      <p>{t('resetHint', { own })}</p>
    </ActionDialog>
  );
}
