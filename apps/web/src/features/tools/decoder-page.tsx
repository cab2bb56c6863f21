import { ADDRESSES } from '@sunfleet/contract';
import { PROFILES } from '@sunfleet/device-model';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { familyName } from '../../parts/devices/family-name.ts';
import { Choice, Field } from '../../ui/form/field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Page } from '../../ui/page/page.tsx';
import styles from './decoder.module.css';
import { FrameCard } from './frame-card.tsx';
import { addressOf, type DecoderDraft, readFrames } from './read-frames.ts';
import { useFaultText } from './use-fault-text.ts';

/** Says what bytes of a device mean. The bytes stay in the browser. */
export function DecoderPage() {
  const { t } = useTranslation(['tools', 'profiles']);
  const [draft, setDraft] = useState<DecoderDraft>({ text: '', profileId: '', address: '' });
  const change = (part: Partial<DecoderDraft>) => setDraft((before) => ({ ...before, ...part }));
  const settled = useDeferredValue(draft);
  const { frames, error } = useMemo(() => readFrames(settled), [settled]);
  const faultText = useFaultText();
  const families = PROFILES.map((profile) => ({ value: profile.id, label: familyName(profile) }));
  return (
    <Page
      title={t('title')}
      subtitle={t('hint')}
      permission="parameters.read"
      help="tools"
      actions={
        <>
          <Link to={ADDRESSES.profiles}>{t('profiles:title')}</Link>
          <Link to={ADDRESSES.apiConsole}>{t('api.title')}</Link>
        </>
      }
    >
      <div className={styles.page}>
        <Card title={t('decoder.title')}>
          <div className={styles.form}>
            <TextArea
              label={t('decoder.bytes')}
              rows={5}
              spellCheck={false}
              autoComplete="off"
              value={draft.text}
              error={error && faultText(error)}
              onChange={(event) => change({ text: event.target.value })}
            />
            <div className={styles.options}>
              <Choice
                label={t('decoder.family')}
                value={draft.profileId}
                options={[{ value: '', label: t('decoder.unknown') }, ...families]}
                onChange={(profileId) => change({ profileId })}
              />
              <Field
                label={t('decoder.address')}
                value={draft.address}
                autoComplete="off"
                hint={t('decoder.addressHint')}
                error={addressOf(draft) === null ? t('decoder.addressError') : undefined}
                onChange={(event) => change({ address: event.target.value })}
              />
            </div>
          </div>
        </Card>
        {frames.map((frame, index) => (
          <FrameCard key={index} frame={frame} number={index + 1} />
        ))}
      </div>
    </Page>
  );
}
