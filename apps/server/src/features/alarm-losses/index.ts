export { countAlarmLosses } from './count-alarm-losses.ts';
export { askForWaiting } from './due-alarms.ts';
export { missingEnergy, STEP_MS } from './missing-energy.ts';
