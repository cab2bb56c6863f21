import { UploadOutlined } from '@ant-design/icons';
import {
  ADDRESSES,
  type Firmware,
  FIRMWARE_COMPONENTS,
  FIRMWARE_STATES,
  firmwareAddress,
} from '@sunfleet/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useMayCall } from '../../../lib/session/session-context.tsx';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { choiceField, integerField, textField, useUrlState } from '../../../lib/url-state.ts';
import { Choice } from '../../../ui/form/field.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { LibraryList } from '../../../ui/table/library-list.tsx';
import styles from '../firmware.module.css';
import { KeysCard } from '../keys/keys-card.tsx';
import { FirmwareCard } from './firmware-card.tsx';
import { useFirmwareColumns } from './firmware-columns.tsx';

const FIELDS = {
  q: textField(),
  component: choiceField(FIRMWARE_COMPONENTS, undefined),
  state: choiceField(FIRMWARE_STATES, undefined),
  page: integerField(1),
  pageSize: integerField(20),
};

/** Firmware that may be used; who manages the library sees all of it, and the keys whose signatures it takes. */
export function FirmwareListPage() {
  const { t } = useTranslation('firmware');
  const navigate = useNavigate();
  const mayManage = useMayCall('createFirmware');
  const upload = mayManage ? (
    <Button
      type="primary"
      icon={<UploadOutlined aria-hidden />}
      onClick={() => navigate(ADDRESSES.uploadFirmware)}
    >
      {t('upload.open')}
    </Button>
  ) : null;
  return (
    <Page title={t('title')} subtitle={t('hint')} help="firmware" permission="firmware.view" actions={upload}>
      <div className={styles.page}>
        <List upload={upload} />
        {mayManage ? <KeysCard /> : null}
      </div>
    </Page>
  );
}

function List({ upload }: { upload: ReactNode }) {
  const { t } = useTranslation('firmware');
  const mayManage = useMayCall('createFirmware');
  const [url, set] = useUrlState(FIELDS);
  const { q, component, state, page, pageSize } = url;
  const text = useDelayed(q.trim(), 250);
  const firmware = useCall(
    'listFirmware',
    {
      query: {
        page,
        pageSize,
        ...(component ? { component } : {}),
        ...(state ? { state } : {}),
        ...(text ? { q: text } : {}),
      },
    },
    { keepPrevious: true },
  );
  const columns = useFirmwareColumns();
  return (
    <LibraryList<Firmware>
      label={t('title')}
      name="firmware"
      columns={columns}
      list={firmware}
      state={{ q, page, pageSize, sort: 'createdAt', order: 'desc' }}
      onState={(change) => set(change as Partial<typeof url>)}
      addressOf={({ id }) => firmwareAddress(id)}
      rowKey={({ id }) => id}
      card={(row) => <FirmwareCard firmware={row} />}
      search={t('search')}
      filters={
        <>
          <Choice
            bare
            label={t('field.component')}
            value={component ?? ''}
            options={[
              { value: '', label: t('component.all') },
              ...FIRMWARE_COMPONENTS.map((value) => ({ value, label: t(`component.${value}`) })),
            ]}
            onChange={(value) =>
              set({ component: FIRMWARE_COMPONENTS.find((known) => known === value), page: 1 })
            }
          />
          {mayManage ? (
            <Choice
              bare
              label={t('field.state')}
              value={state ?? ''}
              options={[
                { value: '', label: t('state.all') },
                ...FIRMWARE_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
              ]}
              onChange={(value) => set({ state: FIRMWARE_STATES.find((known) => known === value), page: 1 })}
            />
          ) : null}
        </>
      }
      narrowed={q !== '' || component !== undefined || state !== undefined}
      onClear={() => set({ q: '', component: undefined, state: undefined, page: 1 })}
      empty={
        <EmptyState
          title={t('empty.title')}
          hint={t(mayManage ? 'empty.manage' : 'empty.view')}
          action={upload}
        />
      }
    />
  );
}
