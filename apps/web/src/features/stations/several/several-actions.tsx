import { DownOutlined, TagsOutlined } from '@ant-design/icons';
import { LIMITS, type SeveralResult, type StationRow, type StationTarget } from '@sunfleet/contract';
import { Button, Dropdown } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { LabelSeveral } from '../../../parts/labels/label-several.tsx';
import { SEVERAL_ACTIONS, type SeveralAction } from './several-action.ts';
import styles from './several.module.css';

const SeveralDialog = lazyPart(() => import('./several-dialog.tsx').then((part) => part.SeveralDialog));
const SeveralResultDialog = lazyPart(() =>
  import('./several-result.tsx').then((part) => part.SeveralResultDialog),
);

interface SeveralActionsProps {
  target: StationTarget;
  count: number;
  /** Rows that were chosen one by one; undefined: all under the filters. */
  chosen: readonly StationRow[] | undefined;
  onDone: () => void;
}

/** What the account may do with the chosen stations. */
export function SeveralActions({ target, count, chosen, onDone }: SeveralActionsProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const [action, setAction] = useState<SeveralAction>();
  const [result, setResult] = useState<SeveralResult>();
  const may = useMayDo();
  const tooMany = count > LIMITS.stationsAtOnce;
  const byTicks = chosen !== undefined;
  const items = SEVERAL_ACTIONS.filter((one) => may[one] && one !== 'label').map((key) => ({
    key,
    label: t(`several.${key}`),
    danger: key === 'end',
    onClick: () => setAction(key),
  }));
  return (
    <>
      {tooMany ? (
        <span className={styles.note}>
          {t('several.atOnce', { most: format.number(LIMITS.stationsAtOnce, 0) })}
        </span>
      ) : null}
      {may.label && byTicks ? <LabelSeveral of="station" objects={chosen} onDone={onDone} /> : null}
      {may.label && !byTicks ? (
        <Button
          type="primary"
          icon={<TagsOutlined aria-hidden />}
          disabled={tooMany}
          onClick={() => setAction('label')}
        >
          {t('several.label')}
        </Button>
      ) : null}
      <Dropdown menu={{ items }} trigger={['click']} placement="topRight" disabled={tooMany}>
        <Button aria-haspopup="menu">
          {t('several.more')} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      <Suspense fallback={null}>
        {action ? (
          <SeveralDialog
            action={action}
            target={target}
            count={count}
            onResult={setResult}
            onClose={() => setAction(undefined)}
          />
        ) : null}
        {result ? (
          <SeveralResultDialog
            result={result}
            onClose={() => {
              setResult(undefined);
              onDone();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Actions that the account holds the right to. Only an owner moves stations, or somebody who runs the platform. */
function useMayDo(): Readonly<Record<SeveralAction, boolean>> {
  const { role } = useAccount();
  const grant = useMay('stations.grant');
  const platform = useMay('platform.manage');
  return {
    label: useMay('labels.create'),
    mark: true,
    unmark: true,
    grant,
    move: grant && (platform || role === 'owner'),
    end: useMay('stations.delete'),
  };
}
