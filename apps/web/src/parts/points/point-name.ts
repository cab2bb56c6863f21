/** Where a point's name stands in the texts: its key in `points.name`, and the number of its input, phase or string. */
export interface PointNameKey {
  key: string;
  n?: number;
}

/** `pv3.voltage` is `pv_voltage` with 3, `ac.l1.current` is `ac_l_current` with 1, `battery.soc` is `battery_soc`. */
export function pointNameKey(point: string): PointNameKey {
  const indexed = /^(pv|str)(\d+)\.(\w+)$/.exec(point) ?? /^(ac\.l|meter\.l)([123])\.(\w+)$/.exec(point);
  if (indexed) return { key: `${indexed[1]!.replace('.', '_')}_${indexed[3]}`, n: Number(indexed[2]) };
  const fault = /^fault\.w(\d)$/.exec(point);
  if (fault) return { key: 'fault_w', n: Number(fault[1]) };
  return { key: point.replaceAll('.', '_') };
}
