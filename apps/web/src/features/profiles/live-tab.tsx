import { CallError } from '@sunfleet/api-client';
import type { DeviceRow } from '@sunfleet/contract';
import { pointByKey, type Profile, profileById } from '@sunfleet/device-model';
import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../lib/call/call-context.tsx';
import { failureText } from '../../lib/call/failure-text.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useExactNumber } from '../../lib/format/use-exact-number.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { usePointName } from '../../parts/points/use-point-name.ts';
import { Button } from '../../ui/form/button.tsx';
import { FormRow } from '../../ui/form/form-row.tsx';
import { Card } from '../../ui/page/card.tsx';
import plain from '../../ui/table/plain-table.module.css';
import { type LiveReading, noRegisters, readLive } from './read-live.ts';
import styles from './profiles.module.css';

interface Compared {
  deviceId: number;
  by: LiveReading;
  /** By the profile that the device has now. */
  now: LiveReading | undefined;
}

/** Reads a device through its stick and shows what it says by this profile beside what it says by its own. Nothing of it is stored. */
export function LiveTab({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['profiles', 'devices', 'common']);
  const { t: common } = useTranslation('common');
  const call = useCallFunction();
  const [device, setDevice] = useState<DeviceRow>();
  const [reading, setReading] = useState<number>();
  const [compared, setCompared] = useState<Compared>();
  const [error, setError] = useState<string>();
  const isOver = useGone();
  const read = async ({ id, profileId }: DeviceRow) => {
    setReading(0);
    setError(undefined);
    setCompared(undefined);
    const registers = noRegisters();
    const asked = { deviceId: id, registers, isOver, onRequest: () => setReading((n) => (n ?? 0) + 1) };
    const own = profileId === null ? undefined : profileById(profileId);
    try {
      const by = await readLive(call, { ...asked, profile });
      const isOther = own !== undefined && own !== profile && by.failure === undefined;
      const now = isOther ? await readLive(call, { ...asked, profile: own }) : undefined;
      setCompared({ deviceId: id, by, now });
    } catch (failed) {
      if (!(failed instanceof CallError)) throw failed;
      setError(failureText(failed, common));
    } finally {
      setReading(undefined);
    }
  };
  return (
    <div className={styles.stack}>
      <Card title={t('tab.live')}>
        <div className={styles.stack}>
          <p className={styles.muted}>{t('live.hint')}</p>
          <DeviceChoice kind={profile.deviceKind} chosen={device} onChoose={setDevice} />
          <div className={styles.buttons}>
            <Button
              kind="primary"
              busy={reading !== undefined}
              disabled={!device}
              onClick={() => device && void read(device)}
            >
              {t('live.read')}
            </Button>
            {reading === undefined ? null : <span role="status">{t('live.requests', { n: reading })}</span>}
          </div>
          {error ? <p role="alert">{error}</p> : null}
        </div>
      </Card>
      {compared ? <Comparison key={compared.deviceId} compared={compared} /> : null}
    </div>
  );
}

/** Whether the page was left since. */
function useGone(): () => boolean {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return () => gone.current;
}

interface DeviceChoiceProps {
  kind: Profile['deviceKind'];
  chosen: DeviceRow | undefined;
  onChoose: (device: DeviceRow) => void;
}

/** Devices of the kind whose stick can be asked. */
function DeviceChoice({ kind, chosen, onChoose }: DeviceChoiceProps) {
  const { t } = useTranslation(['profiles', 'devices']);
  const [text, setText] = useState('');
  const q = useDelayed(text.trim(), 250);
  const query = { kind: [kind], pageSize: 50, sort: 'name', order: 'asc', ...(q ? { q } : {}) } as const;
  const found = useCall('listDevices', { query: { ...query, kind: [kind] } }, { keepPrevious: true });
  const rows = (found.data?.rows ?? []).filter(
    // Registers of a device that is read by a profile of its organisation are not asked for by hand.
    ({ parent, profileId }) => parent && profileId && profileById(profileId),
  );
  return (
    <FormRow label={t('live.device')} hint={t('live.deviceHint')}>
      {(control) => (
        <Select<number>
          {...control}
          size="large"
          showSearch={{ filterOption: false, onSearch: setText }}
          loading={found.isFetching}
          value={chosen?.id ?? null}
          options={[...rows, ...(chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen] : [])].map(
            ({ id, name, sn, profileId }) => ({ value: id, label: `${name ?? sn} (${profileId})` }),
          )}
          onChange={(id) => onChoose(rows.find((row) => row.id === id) ?? chosen!)}
        />
      )}
    </FormRow>
  );
}

function Comparison({ compared: { by, now } }: { compared: Compared }) {
  const { t } = useTranslation(['profiles', 'devices']);
  const exact = useExactNumber();
  const nameOf = usePointName();
  const keys = [...new Set([...Object.keys(by.values), ...Object.keys(now?.values ?? {})])];
  const failure = by.failure ?? now?.failure;
  const shown = (key: string, values: LiveReading['values'] | undefined) => {
    const value = values?.[key];
    return value === undefined ? UNKNOWN : `${exact(value)} ${pointByKey(key)?.unit ?? ''}`.trim();
  };
  return (
    <Card title={t('live.values')}>
      {failure ? (
        <p role="alert" className={styles.differs}>
          {[t(`devices:command.failure.${failure.failure}`), failure.detail].filter(Boolean).join(': ')}
        </p>
      ) : null}
      {keys.length === 0 ? (
        <p className={styles.muted}>{t('live.nothing')}</p>
      ) : (
        <div className={plain.wide}>
          <table className={plain.table}>
            <caption className="visually-hidden">{t('live.values')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('column.point')}</th>
                <th scope="col">{t('live.byThis')}</th>
                {now ? <th scope="col">{t('live.byOwn')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <tr key={key}>
                  <th scope="row">
                    {nameOf(key)} <code>{key}</code>
                  </th>
                  <td className={now && by.values[key] !== now.values[key] ? styles.differs : undefined}>
                    {shown(key, by.values)}
                  </td>
                  {now ? <td>{shown(key, now.values)}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
