/** What devices sent with a time that cannot be, by hour. */
interface DeviceClockErrorsTable {
  deviceId: number;
  hour: Date;
  count: number;
  /** Milliseconds by which the clock was off at most; below zero: it was behind. */
  offBy: number;
}

export interface ClockErrorsTables {
  deviceClockErrors: DeviceClockErrorsTable;
}
