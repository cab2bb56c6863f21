import { ownProfileAddress, type OwnProfile } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay, useMayCall } from '../../lib/session/session-context.tsx';
import { familyName } from '../../parts/devices/family-name.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import plain from '../../ui/table/plain-table.module.css';
import styles from './profiles.module.css';

/** Profiles that organisations keep, by which their devices are read. Nothing for who does not see them. */
export function OwnProfiles() {
  const { t } = useTranslation(['profiles', 'devices']);
  const format = useFormat();
  const [removing, setRemoving] = useState<OwnProfile>();
  const [sees, mayRemove] = [useMay('operations.view'), useMayCall('deleteOwnProfile')];
  const profiles = useCall('listOwnProfiles', {}, { enabled: sees });
  const rows = profiles.data;
  if (!rows) return null;
  return (
    <Card title={t('own.title')}>
      {rows.length === 0 ? (
        <p className={styles.muted}>{t('own.none')}</p>
      ) : (
        <div className={plain.wide}>
          <table className={plain.table}>
            <caption className="visually-hidden">{t('own.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('column.family')}</th>
                <th scope="col" className={plain.word}>
                  {t('devices:column.kind')}
                </th>
                <th scope="col">{t('own.devices')}</th>
                <th scope="col">{t('own.changed')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('edit.remove')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((profile) => (
                <tr key={profile.id}>
                  <th scope="row">
                    <Link to={ownProfileAddress(profile.id)}>{familyName(profile)}</Link>{' '}
                    <code>{profile.profileId}</code>
                  </th>
                  <td className={plain.word}>{t(`devices:kind.${profile.kind}`)}</td>
                  <td>{format.number(profile.devices, 0)}</td>
                  <td>{[profile.by?.name, format.dateTime(profile.changedAt)].filter(Boolean).join(', ')}</td>
                  <td>
                    {mayRemove ? (
                      <Button
                        aria-label={t('own.removeOf', { name: familyName(profile) })}
                        onClick={() => setRemoving(profile)}
                      >
                        ✕
                      </Button>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {removing ? <Remove profile={removing} onClose={() => setRemoving(undefined)} /> : null}
    </Card>
  );
}

function Remove({ profile, onClose }: { profile: OwnProfile; onClose: () => void }) {
  const { t } = useTranslation('profiles');
  const remove = useAction('deleteOwnProfile', {
    quiet: true,
    invalidates: ['listOwnProfiles', 'listDeviceProfiles'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('own.removeOf', { name: familyName(profile) })}
      okText={t('edit.remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: profile.id } })}
      onClose={onClose}
    >
      <p>{t('own.removeAsk')}</p>
    </ActionDialog>
  );
}
