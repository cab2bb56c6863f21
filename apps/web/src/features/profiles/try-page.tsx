import { ADDRESSES, type OwnProfile } from '@sunfleet/contract';
import { profileById, PROFILES } from '@sunfleet/device-model';
import { Tabs } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useDraft } from '../../lib/draft.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { familyName } from '../../parts/devices/family-name.ts';
import { download } from '../../ui/chart/download.ts';
import { Button } from '../../ui/form/button.tsx';
import { ChooseFiles } from '../../ui/form/choose-files.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Page } from '../../ui/page/page.tsx';
import { judgeText, type TextProblem } from './judge-text.ts';
import { KeepProfile } from './keep-profile.tsx';
import { PointEditor } from './point-editor.tsx';
import { ProfileTabs } from './profile-tabs.tsx';
import styles from './profiles.module.css';

const FIELDS = { from: textField(), own: integerField(0) };
const SHOWN = 20;

const textOf = (id: string): string => {
  const profile = profileById(id);
  return profile ? JSON.stringify(profile, null, 2) : '';
};

/** A profile of one's own: a changed copy, a file, or one that the organisation keeps (`?own=`). */
export function TryPage() {
  const { t } = useTranslation('profiles');
  const [{ from, own }] = useUrlState(FIELDS);
  const kept = useCall('getOwnProfile', { params: { id: own } }, { enabled: own > 0 });
  const { data } = kept;
  return (
    <Page
      help="profiles"
      title={data ? familyName(data) : t('try.title')}
      subtitle={t('try.hint')}
      permission="parameters.read"
      breadcrumb={<Link to={ADDRESSES.profiles}>{t('title')}</Link>}
      {...(own > 0 ? { loading: kept } : {})}
    >
      {own > 0 ? (
        data && (
          <Workbench
            key={`own ${own} ${data.revision}`}
            draft={`profile.own.${own}.${data.revision}`}
            begin={JSON.stringify(data.data, null, 2)}
            own={data}
            family={data.family}
          />
        )
      ) : (
        <Workbench
          key={`from ${from}`}
          draft={`profile.${from}`}
          begin={textOf(from)}
          own={undefined}
          family={from || null}
        />
      )}
    </Page>
  );
}

interface WorkbenchProps {
  /** Under which what is typed is kept for this tab. */
  draft: string;
  /** The text as it begins. */
  begin: string;
  own: OwnProfile | undefined;
  family: string | null;
}

/** Judged while it is typed, tested on simulated and real devices. It stays in the browser until it is kept. */
function Workbench({ draft, begin, own, family }: WorkbenchProps) {
  const { t } = useTranslation('profiles');
  const [text, setText] = useDraft(draft, begin);
  const settled = useDeferredValue(text);
  const { profile, problems } = useMemo(() => judgeText(settled), [settled]);
  const read = async (file: File) => setText(await file.text());
  return (
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
            <ChooseFiles label={t('try.open')} accept=".json" onFiles={([file]) => file && void read(file)} />
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
          <KeepProfile
            text={settled}
            right={settled !== '' && problems.length === 0}
            own={own}
            family={family}
          />
        </div>
      </Card>
      {profile ? <ProfileTabs profile={profile} /> : null}
    </div>
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
