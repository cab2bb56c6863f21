import { ADDRESSES, type Firmware } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useMay, useMayCall } from '../../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { Approvals } from '../../../parts/approvals/approvals.tsx';
import { download } from '../../../ui/chart/download.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import styles from '../firmware.module.css';
import { FirmwareStateBadge } from '../firmware-state.tsx';
import { UpgradesCard } from '../upgrades/upgrades-card.tsx';
import { useFirmwareWords } from '../use-firmware-words.ts';
import { AuthoriseDialog } from './authorise-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FirmwareFacts } from './firmware-facts.tsx';
import { MoveDialog, type Step } from './move-dialog.tsx';

const FIELDS = { id: integerField(0) };

/** One firmware: what it is for, that it is signed, and what is done with it next. */
export function FirmwarePage() {
  const { t } = useTranslation('firmware');
  const [{ id }] = useUrlState(FIELDS);
  const firmware = useCall('getFirmware', { params: { id } });
  return (
    <Page
      title={firmware.data ? `${firmware.data.name} ${firmware.data.version}` : t('title')}
      status={firmware.data ? <FirmwareStateBadge firmware={firmware.data} /> : null}
      permission="firmware.view"
      loading={firmware}
      help="firmware"
      breadcrumb={<Link to={ADDRESSES.firmware}>{t('title')}</Link>}
      actions={firmware.data ? <Actions firmware={firmware.data} /> : null}
    >
      {firmware.data ? <Content firmware={firmware.data} /> : null}
    </Page>
  );
}

type Opened = Step | 'authorise' | 'delete';

function Actions({ firmware }: { firmware: Firmware }) {
  const { t } = useTranslation('firmware');
  const mayManage = useMayCall('createFirmware');
  const navigate = useNavigate();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const fetchImage = useAction('getFirmwareFile', {
    onDone: (content) => download(firmware.fileName, content),
  });
  const { state, key } = firmware;
  const isUsable = state !== 'withdrawn' && !key.revoked;
  return (
    <>
      {isUsable ? (
        <Button
          busy={fetchImage.isPending}
          onClick={() => fetchImage.mutate({ params: { id: firmware.id } })}
        >
          {t('image.download')}
        </Button>
      ) : null}
      {mayManage ? (
        <>
          <Button onClick={() => setOpened('authorise')}>{t('authorise.open')}</Button>
          {state === 'draft' ? <Button onClick={() => setOpened('delete')}>{t('delete.open')}</Button> : null}
          {state === 'draft' && isUsable ? (
            <Button kind="primary" onClick={() => setOpened('inTest')}>
              {t('move.inTest.open')}
            </Button>
          ) : null}
          {state === 'inTest' || state === 'released' ? (
            <Button onClick={() => setOpened('withdrawn')}>{t('move.withdrawn.open')}</Button>
          ) : null}
          {state === 'inTest' && isUsable ? (
            <Button kind="primary" onClick={() => setOpened('released')}>
              {t('move.released.open')}
            </Button>
          ) : null}
        </>
      ) : null}
      {opened === 'authorise' ? <AuthoriseDialog firmware={firmware} onClose={close} /> : null}
      {opened === 'delete' ? (
        <DeleteDialog
          firmware={firmware}
          onClose={close}
          onDone={() => {
            client.removeQueries({ queryKey: ['getFirmware'] });
            void navigate(ADDRESSES.firmware);
          }}
        />
      ) : null}
      {opened && opened !== 'authorise' && opened !== 'delete' ? (
        <MoveDialog firmware={firmware} step={opened} onClose={close} />
      ) : null}
    </>
  );
}

function Content({ firmware }: { firmware: Firmware }) {
  const { t } = useTranslation('firmware');
  const words = useFirmwareWords();
  const notes = words.notes(firmware);
  const mayUpgrade = useMay('firmware.upgrade');
  return (
    <div className={styles.page}>
      {firmware.withdrawnReason ? (
        <p className={styles.wrong} role="note">
          {t('withdrawnBecause', { reason: firmware.withdrawnReason })}
        </p>
      ) : null}
      {mayUpgrade ? (
        <>
          <Approvals
            route="startFirmwareUpgrade"
            about={(input) => bodyOf(input).firmwareId === firmware.id}
            words={(input) => t('upgrades.reaches', reached(input))}
          />
          <UpgradesCard firmware={firmware} />
        </>
      ) : null}
      <FirmwareFacts firmware={firmware} />
      <Card title={t('field.notes')}>
        <p className={notes ? styles.notes : styles.muted}>{notes ?? t('noNotes')}</p>
      </Card>
    </div>
  );
}

interface ProposedUpgrade {
  body: { firmwareId: number; sns: string[] };
  shown: { devices: number };
}

/** What the proposal of an upgrade was called with. */
const bodyOf = (input: unknown) => (input as ProposedUpgrade).body;

/** Which devices it would reach: named ones by their numbers. */
function reached(input: unknown) {
  const { body, shown } = input as ProposedUpgrade;
  const rest = shown.devices > body.sns.length ? ['…'] : [];
  return { n: shown.devices, first: [...body.sns, ...rest].join(', ') };
}
