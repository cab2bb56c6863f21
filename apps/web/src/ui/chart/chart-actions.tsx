import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';

interface ChartActionsProps {
  asTable: boolean;
  zoom: boolean;
  disabled: boolean;
  onTable: () => void;
  onCsv: () => void;
  onPng: () => void;
  onResetZoom: () => void;
}

/** The menu beside a chart: the same data as a table or a file. */
export function ChartActions(props: ChartActionsProps) {
  const { t } = useTranslation('common');
  const items = [
    { key: 'table', label: t(props.asTable ? 'chart.asChart' : 'chart.asTable'), onClick: props.onTable },
    { key: 'csv', label: t('chart.csv'), onClick: props.onCsv },
    ...(props.asTable ? [] : [{ key: 'png', label: t('chart.png'), onClick: props.onPng }]),
    ...(props.zoom && !props.asTable
      ? [{ key: 'zoom', label: t('chart.resetZoom'), onClick: props.onResetZoom }]
      : []),
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} disabled={props.disabled} placement="bottomRight">
      <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={t('chart.actions')} />
    </Dropdown>
  );
}
