import { useTranslation } from 'react-i18next';
import type { RouteRequest, routes } from '@sunfleet/contract';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { download } from '../../../ui/chart/download.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ChooseFiles } from '../../../ui/form/choose-files.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';

type Content = RouteRequest<(typeof routes)['importAlarmRules']>['body'];

/** What a file holds, as far as the server can judge it. */
function readRules(text: string): Content | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && 'rules' in read && Array.isArray(read.rules)
      ? { rules: read.rules as Content['rules'] }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Rules to a file, and from one. */
export function RuleFiles() {
  const { t } = useTranslation('alarm-rules');
  const all = useCall('exportAlarmRules', {}, { enabled: false });
  const take = useAction('importAlarmRules', { invalidates: ['listAlarmRules'] });
  const save = async () => {
    const { data } = await all.refetch();
    if (data)
      download('alarm-rules.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  };
  const open = async ([file]: File[]) => {
    const body = file && readRules(await file.text());
    if (body) take.mutate({ body });
    else showNotice('error', t('file.unreadable'));
  };
  return (
    <>
      <ChooseFiles
        label={t('file.import')}
        accept=".json,application/json"
        onFiles={(files) => void open(files)}
      />
      <Button busy={all.isFetching} onClick={() => void save()}>
        {t('file.export')}
      </Button>
    </>
  );
}
