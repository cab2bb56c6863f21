import type { StationDetail } from '@sunfleet/contract';
import { Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { FormGroup, FormRow } from '../../../ui/form/form-row.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';

/** Offers a station to another installer, or takes it back into the owner's own hands. */
export function InstallerDialog({ station, onClose }: { station: StationDetail; onClose: () => void }) {
  const { t } = useTranslation('grants');
  const [own, setOwn] = useState(false);
  const [code, setCode] = useState('');
  const move = useAction('changeInstaller', {
    quiet: true,
    invalidates: ['getStation', 'plantAuthority', 'listStations', 'queryGrants', 'listHandOvers'],
    onDone: (offer) => {
      showNotice('success', offer ? t('installer.offered', { to: offer.to }) : t('installer.done'));
      onClose();
    },
  });
  const organisationCode = own ? null : code.trim();
  return (
    <ActionDialog
      title={t('installer.title')}
      okText={t('installer.ok')}
      danger
      busy={move.isPending}
      disabled={organisationCode === ''}
      error={move.error}
      onOk={() => move.mutate({ params: { id: station.id }, body: { organisationCode } })}
      onClose={onClose}
    >
      <p>{t('installer.text', { name: station.organisation ?? UNKNOWN })}</p>
      <FormGroup label={t('installer.to')}>
        <Radio.Group
          vertical
          value={own}
          options={[
            { value: false, label: t('installer.other') },
            { value: true, label: t('installer.own') },
          ]}
          onChange={(event) => setOwn(event.target.value === true)}
        />
      </FormGroup>
      {own ? null : (
        <FormRow
          label={t('to.code')}
          hint={t('to.codeHint')}
          error={fieldErrors(move.error)['organisationCode']}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={32}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </FormRow>
      )}
    </ActionDialog>
  );
}
