import { PlusOutlined } from '@ant-design/icons';
import { DEFAULT_THEME_COLOR, type Theme } from '@sunfleet/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { Loaded } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import styles from './themes.module.css';
import { type ThemeDraft, themeProblem, themesBody } from './theme-draft.ts';
import { ThemeRow } from './theme-row.tsx';

/** The look of every host name. */
export function ThemesTab() {
  const themes = useCall('listThemes', {});
  return <Loaded loading={themes}>{themes.data ? <ThemesForm themes={themes.data} /> : null}</Loaded>;
}

const withKeys = (themes: readonly Theme[]): ThemeDraft[] => themes.map((theme, key) => ({ ...theme, key }));

function useThemesForm(themes: readonly Theme[]) {
  const { t } = useTranslation('themes');
  const [rows, setRows] = useState(() => withKeys(themes));
  const [changed, setChanged] = useState(false);
  const [tried, setTried] = useState(false);
  const save = useAction('saveThemes', {
    quiet: true,
    invalidates: ['listThemes'],
    onDone: (saved) => {
      setRows(withKeys(saved));
      setChanged(false);
      setTried(false);
      showNotice('success', t('saved'));
    },
  });
  const edit = (next: ThemeDraft[]) => {
    setRows(next);
    setChanged(true);
    save.reset();
  };
  const problems = rows.map((row) => themeProblem(row, rows));
  return {
    rows,
    changed,
    save,
    problemOf: (index: number) => (tried || problems[index] === 'twice' ? problems[index] : undefined),
    add: () => {
      const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
      edit([...rows, { key, url: '', themeColor: DEFAULT_THEME_COLOR, iconUrl: null }]);
    },
    change: (key: number, part: Partial<ThemeDraft>) =>
      edit(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    remove: (key: number) => edit(rows.filter((row) => row.key !== key)),
    discard: () => {
      setRows(withKeys(themes));
      setChanged(false);
      save.reset();
    },
    submit: () => {
      setTried(true);
      if (problems.every((problem) => problem === undefined)) save.mutate({ body: themesBody(rows) });
    },
  };
}

function ThemesForm({ themes }: { themes: readonly Theme[] }) {
  const { t } = useTranslation('themes');
  const form = useThemesForm(themes);
  const { rows, changed, save } = form;
  const told = fieldErrors(save.error);
  return (
    <form
      className={styles.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <p className={styles.muted}>{t('hint')}</p>
      {rows.length === 0 ? (
        <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
      ) : (
        <ul className={styles.themes} aria-label={t('title')}>
          {rows.map((row, index) => (
            <ThemeRow
              key={row.key}
              theme={row}
              problem={form.problemOf(index)}
              told={(field) => told[`${index}.${field}`]}
              onChange={(part) => form.change(row.key, part)}
              onRemove={() => form.remove(row.key)}
            />
          ))}
        </ul>
      )}
      <FormFailure error={save.error} />
      <div className={styles.foot}>
        <Button type="primary" htmlType="submit" disabled={!changed} loading={save.isPending}>
          {t('save')}
        </Button>
        <Button icon={<PlusOutlined aria-hidden />} onClick={form.add}>
          {t('add')}
        </Button>
        {changed ? <Button onClick={form.discard}>{t('discard')}</Button> : null}
      </div>
    </form>
  );
}
