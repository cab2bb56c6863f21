import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/session/session-context.tsx';
import { choiceField, useUrlState } from '../../../lib/url-state.ts';
import { useStation } from '../../../parts/stations/use-station.ts';
import { Permitted } from '../../../ui/page/page.tsx';
import styles from '../tasks.module.css';
import { StationCommands } from './station-commands.tsx';
import { StationRuns } from './station-runs.tsx';
import { StationTasks } from './station-tasks.tsx';

const PARTS = ['commands', 'runs', 'tasks'] as const;
const FIELDS = { show: choiceField(PARTS, 'commands') };

/** What was asked of the devices of a station, what was started on them, and what is planned. */
export function OperationTab() {
  return (
    <Permitted permission="parameters.read">
      <Operation />
    </Permitted>
  );
}

function Operation() {
  const { t } = useTranslation('tasks');
  const station = useStation();
  const maySeeTasks = useMay('operations.view');
  const [{ show }, set] = useUrlState(FIELDS);
  const parts = PARTS.filter((part) => part !== 'tasks' || maySeeTasks);
  const shown = parts.includes(show) ? show : 'commands';
  return (
    <div className={styles.stack}>
      <div>
        <Segmented
          aria-label={t('station.show')}
          value={shown}
          options={parts.map((value) => ({ value, label: t(`station.part.${value}`) }))}
          onChange={(next) => set({ show: next })}
        />
      </div>
      {shown === 'commands' ? <StationCommands station={station} /> : null}
      {shown === 'runs' ? <StationRuns station={station} /> : null}
      {shown === 'tasks' ? <StationTasks station={station} /> : null}
    </div>
  );
}
