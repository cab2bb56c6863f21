export { countAlarmLosses } from './count-alarm-losses.ts';
export { missingEnergy, STEP_MS } from './missing-energy.ts';
