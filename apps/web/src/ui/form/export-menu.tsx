import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';

const FORMATS = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof FORMATS)[number];

interface ExportMenuProps {
  onChoose: (format: FileFormat) => void;
  busy: boolean;
  disabled?: boolean;
  /** What the button says; absent: it is a mark among the tools of a list. */
  text?: string;
  small?: boolean;
}

/** Asks in which format something is saved. */
export function ExportMenu({ onChoose, busy, disabled = false, text, small = false }: ExportMenuProps) {
  const { t } = useTranslation('common');
  const items = FORMATS.map((key) => ({ key, label: t(`export.${key}`), onClick: () => onChoose(key) }));
  const name =
    text === undefined
      ? { type: 'text' as const, 'aria-label': t('export.open'), title: t('export.open') }
      : {};
  return (
    <Dropdown menu={{ items }} trigger={['click']} disabled={disabled}>
      <Button
        {...name}
        {...(small ? { size: 'small' as const } : {})}
        icon={<DownloadOutlined aria-hidden />}
        loading={busy}
        aria-haspopup="menu"
      >
        {text}
      </Button>
    </Dropdown>
  );
}
