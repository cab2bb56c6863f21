/** What is known of one device on one local day. */
export interface DeviceDay {
  /** Daylight of the day, as far as it is over, milliseconds. */
  daylight: number;
  /** Share of it that measurements cover, 0 to 1; null while the device had never reported. */
  covered: number | null;
  /** Times at which it told that it runs, and at which it was out of service though it could have run. */
  running: number;
  outages: number;
  /** Rated power, W; null where it is not known. */
  ratedPower: number | null;
}

/** Shares, 0 to 1; null where nothing is known. */
export interface Availability {
  communication: number | null;
  technical: number | null;
}

/**
 * Availability of devices over days that come one after the other, of which none is held; each a ratio of sums.
 *
 * Communication: the daylight in which devices reported, of all daylight since they first did. Where nothing came, the device may have run
 * all the same: that is no outage, so it plays no part in the technical availability (IEC TS 63019: information unavailable).
 *
 * Technical: of the times at which a device told its state in daylight and nothing from outside kept it from running, those at which it
 * ran, weighted by rated power where that of every device is known.
 */
export function sumAvailability() {
  let [reported, daylight] = [0, 0];
  let isRated = true;
  const plain = { running: 0, judged: 0 };
  const rated = { running: 0, judged: 0 };
  return {
    add(day: DeviceDay): void {
      if (day.covered !== null) {
        reported += day.covered * day.daylight;
        daylight += day.daylight;
      }
      const watts = day.ratedPower ?? 0;
      if (watts <= 0) isRated = false;
      plain.running += day.running;
      plain.judged += day.running + day.outages;
      rated.running += watts * day.running;
      rated.judged += watts * (day.running + day.outages);
    },
    availability(): Availability {
      const { running, judged } = isRated ? rated : plain;
      return {
        communication: daylight > 0 ? reported / daylight : null,
        technical: judged > 0 ? running / judged : null,
      };
    },
  };
}
