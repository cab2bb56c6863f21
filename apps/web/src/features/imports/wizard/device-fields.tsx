import { DEVICE_KINDS, type DeviceKind } from '@sunfleet/contract';
import { Input, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/page/card.tsx';
import { DEVICE_MODES, type DeviceMode } from './import-draft.ts';
import { Labelled } from './labelled.tsx';
import type { ImportForm } from './use-import-form.ts';
import styles from './wizard.module.css';

/** Which device the values belong to. */
export function DeviceFields({ form }: { form: ImportForm }) {
  const { t } = useTranslation(['imports', 'devices']);
  const { draft, change } = form;
  return (
    <Card title={t('section.device')}>
      <div className={styles.fields}>
        <Radio.Group
          vertical
          aria-label={t('section.device')}
          value={draft.deviceMode}
          options={DEVICE_MODES.map((value) => ({ value, label: t(`deviceMode.${value}`) }))}
          onChange={(event) => change({ deviceMode: event.target.value as DeviceMode })}
        />
        <ByMode form={form} />
        <Labelled form={form} label={t('field.snPrefix')} hint={t('field.snPrefixHint')}>
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status}
              maxLength={32}
              value={draft.snPrefix}
              onChange={(event) => change({ snPrefix: event.target.value })}
            />
          )}
        </Labelled>
        <Labelled form={form} label={t('field.deviceKind')}>
          {(control) => (
            <Select
              {...control}
              value={draft.deviceKind}
              options={DEVICE_KINDS.map((value) => ({ value, label: t(`kind.${value}`, { ns: 'devices' }) }))}
              onChange={(deviceKind: DeviceKind) => change({ deviceKind })}
            />
          )}
        </Labelled>
      </div>
    </Card>
  );
}

function ByMode({ form }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const { draft, change } = form;
  if (draft.deviceMode === 'each') return null;
  if (draft.deviceMode === 'fixed')
    return (
      <Labelled form={form} label={t('field.sn')} field="sn">
        {(control) => (
          <Input {...control} value={draft.sn} onChange={(event) => change({ sn: event.target.value })} />
        )}
      </Labelled>
    );
  return (
    <Labelled form={form} label={t('field.deviceColumn')} field="deviceColumn">
      {(control) => (
        <Select
          {...control}
          showSearch
          value={draft.deviceColumn || null}
          options={(draft.preview?.header ?? []).map((name) => ({ value: name, label: name }))}
          onChange={(deviceColumn: string) => change({ deviceColumn })}
        />
      )}
    </Labelled>
  );
}
