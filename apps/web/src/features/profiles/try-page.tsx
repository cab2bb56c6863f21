import { ADDRESSES } from '@sunfleet/contract';
import { profileById, PROFILES } from '@sunfleet/device-model';
import { Tabs } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDraft } from '../../lib/draft.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { textField, useUrlState } from '../../lib/url-state.ts';
import { familyName } from '../../parts/devices/family-name.ts';
import { download } from '../../ui/chart/download.ts';
import { Button } from '../../ui/form/button.tsx';
import { ChooseFiles } from '../../ui/form/choose-files.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Page } from '../../ui/page/page.tsx';
import { judgeText, type TextProblem } from './judge-text.ts';
import { PointEditor } from './point-editor.tsx';
import { ProfileTabs } from './profile-tabs.tsx';
import styles from './profiles.module.css';

const FIELDS = { from: textField() };
const SHOWN = 20;

const textOf = (id: string): string => {
  const profile = profileById(id);
  return profile ? JSON.stringify(profile, null, 2) : '';
};

/** A profile of one's own, typed or from a file: judged while it is typed, tested on simulated and real devices. It stays in the browser. */
export function TryPage() {
  const { t } = useTranslation(['profiles', 'tools']);
  const [{ from }] = useUrlState(FIELDS);
  const [text, setText] = useDraft(`profile.${from}`, textOf(from));
  const settled = useDeferredValue(text);
  const { profile, problems } = useMemo(() => judgeText(settled), [settled]);
  const read = async (file: File) => setText(await file.text());
  return (
    <Page
      help="profiles"
      title={t('try.title')}
      subtitle={t('try.hint')}
      permission="parameters.read"
      breadcrumb={<Link to={ADDRESSES.profiles}>{t('title')}</Link>}
    >
      <div className={styles.stack}>
        <Card title={t('try.text')}>
          <div className={styles.stack}>
            <div className={styles.buttons}>
              <Choice
                bare
                label={t('try.begin')}
                value=""
                options={[
                  { value: '', label: t('try.begin') },
                  ...PROFILES.map((family) => ({ value: family.id, label: familyName(family) })),
                ]}
                onChange={(id) => setText(textOf(id))}
              />
              <ChooseFiles
                label={t('try.open')}
                accept=".json"
                onFiles={([file]) => file && void read(file)}
              />
              <Button
                disabled={text === ''}
                onClick={() => download(`${profile?.id ?? 'profile'}.json`, new Blob([text]))}
              >
                {t('try.save')}
              </Button>
            </div>
            <Tabs
              items={[
                {
                  key: 'json',
                  label: 'JSON',
                  children: (
                    <div className={styles.json}>
                      <TextArea
                        label={t('try.json')}
                        rows={18}
                        spellCheck={false}
                        autoComplete="off"
                        value={text}
                        onChange={({ target }) => setText(target.value)}
                      />
                    </div>
                  ),
                },
                {
                  key: 'points',
                  label: t('tab.points'),
                  children: <PointEditor text={text} problems={problems} onChange={setText} />,
                },
              ]}
            />
            {settled === '' ? null : <Problems problems={problems} />}
          </div>
        </Card>
        {profile ? <ProfileTabs profile={profile} /> : null}
      </div>
    </Page>
  );
}

function Problems({ problems }: { problems: readonly TextProblem[] }) {
  const { t } = useTranslation('profiles');
  const format = useFormat();
  if (problems.length === 0) return <p role="status">{t('try.right')}</p>;
  return (
    <div>
      <p role="status">{t('try.problems', { n: format.number(problems.length, 0) })}</p>
      <ul className={styles.wrong}>
        {problems.slice(0, SHOWN).map(({ kind, path, found, meant }) => (
          <li key={`${kind} ${path}`}>
            <code>{kind === 'json' ? t('try.line', { n: path }) : path}</code>: {t(`problem.${kind}`)}{' '}
            {meant ? t('try.meant', { name: meant }) : null} <code>{found}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
