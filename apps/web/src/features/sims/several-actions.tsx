import { DownOutlined } from '@ant-design/icons';
import { LIMITS } from '@sunfleet/contract';
import { Button, Dropdown } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/load-chunk.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import type { SeveralSims } from './several-dialog.tsx';

const SeveralDialog = lazyPart(() => import('./several-dialog.tsx').then((part) => part.SeveralDialog));

interface SeveralActionsProps {
  ids: readonly number[];
  /** Null: nobody can be asked to suspend, resume or end cards. */
  provider: string | null;
  onDone: () => void;
}

/** What the account may do with the chosen cards. */
export function SeveralActions({ ids, provider, onDone }: SeveralActionsProps) {
  const { t } = useTranslation('sims');
  const [action, setAction] = useState<SeveralSims>();
  const [mayRenew, mayEdit, mayManage] = [useMay('sims.renew'), useMay('sims.edit'), useMay('sims.manage')];
  const disabled = ids.length > LIMITS.simsAtOnce;
  const more: readonly SeveralSims[] = [
    ...(mayEdit ? (['edit'] as const) : []),
    ...(mayEdit && provider !== null ? (['refresh', 'suspend', 'resume', 'terminate'] as const) : []),
    ...(mayManage ? (['delete'] as const) : []),
  ];
  const items = more.map((key) => ({
    key,
    label: t(`several.${key}`),
    danger: key === 'terminate' || key === 'delete',
    onClick: () => setAction(key),
  }));
  return (
    <>
      {mayRenew ? (
        <Button type="primary" disabled={disabled} onClick={() => setAction('renew')}>
          {t('several.renew')}
        </Button>
      ) : null}
      {items.length > 0 ? (
        <Dropdown menu={{ items }} trigger={['click']} placement="topRight" disabled={disabled}>
          <Button aria-haspopup="menu">
            {t('several.more')} <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      ) : null}
      <Suspense fallback={null}>
        {action ? (
          <SeveralDialog
            action={action}
            ids={ids}
            provider={provider}
            onDone={onDone}
            onClose={() => setAction(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
