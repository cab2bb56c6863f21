export { countAlarmLosses } from './count-alarm-losses.ts';
