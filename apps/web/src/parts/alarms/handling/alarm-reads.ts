/** Reads that are out of date after somebody did something about alarms. */
export const ALARM_READS = ['listAlarms', 'listAlarmSteps', 'listAlarmShields', 'listStations'] as const;
