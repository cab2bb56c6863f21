import type { PlannedFault } from './fault-plan.ts';

const HOUR_MS = 3_600_000;
/** Means need a while, and what is late counts for as long. */
const GRACE_MS = 3 * HOUR_MS;

/** An alarm as the store has it, with what named it. */
export interface FoundAlarm {
  id: number;
  station: string;
  sn: string;
  parentSn: string | null;
  /** Shipped rule or type. */
  name: string;
  beganAt: number;
  /** When it was announced first. */
  toldAt: number;
  lost: number | null;
}

export interface Detection {
  fault: PlannedFault;
  alarms: FoundAlarm[];
}

export interface Score {
  /** Of faults that have to be found. */
  detections: Detection[];
  /** Of those that showed for too short, or too little: nobody has to find them, and who does is right. */
  small: Detection[];
  /** Alarms that tell of no fault. */
  wrong: { alarm: FoundAlarm; beside: PlannedFault | undefined }[];
}

/** Finds the fault that each alarm tells of. `shown`: hours for which each fault could be seen. */
export function scoreAlarms(
  faults: readonly PlannedFault[],
  alarms: readonly FoundAlarm[],
  shown: ReadonlyMap<PlannedFault, number>,
): Score {
  const detections = faults.filter(({ kind }) => kind).map((fault): Detection => ({ fault, alarms: [] }));
  const wrong: Score['wrong'] = [];
  for (const alarm of alarms) {
    const told = detections.find(
      ({ fault }) => isAbout(alarm, fault) && fault.kind!.accept.includes(alarm.name),
    );
    if (told) told.alarms.push(alarm);
    else wrong.push({ alarm, beside: faults.find((fault) => isDuring(alarm, fault)) });
  }
  const isSmall = ({ fault }: Detection) => (shown.get(fault) ?? 0) < (fault.kind!.shownHours ?? 0);
  return {
    detections: detections.filter((each) => !isSmall(each)),
    small: detections.filter(isSmall),
    wrong,
  };
}

function isAbout(alarm: FoundAlarm, fault: PlannedFault): boolean {
  const isOf = fault.devices.has(alarm.sn) || (alarm.parentSn !== null && fault.devices.has(alarm.parentSn));
  return isOf && isDuring(alarm, fault);
}

const isDuring = ({ station, beganAt, toldAt }: FoundAlarm, fault: PlannedFault): boolean =>
  station === fault.station && toldAt >= fault.from && beganAt <= fault.to + GRACE_MS;

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
