/** First bytes of the payloads of hello, data, wifi info and report. */
export interface V5Times {
  /** 0x01 live data, 0x02 hello, 0x81 buffered data, 0x00 keep-alive. */
  frameType: number;
  /** Seconds the logger counts over its life. */
  totalSeconds: number;
  /** Seconds since it was switched on. */
  powerOnSeconds: number;
  /** What makes `totalSeconds` a Unix time; 0 until a server told the logger the time. */
  offsetSeconds: number;
}

/** Flag of buffered (historic) data in the frame type. */
export const V5_BUFFERED = 0x80;

/** Reads the times at `offset` of a payload; undefined when it is too short. */
export function readTimes(payload: Uint8Array, offset = 1): V5Times | undefined {
  if (payload.length < offset + 12) return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  return {
    frameType: payload[0]!,
    totalSeconds: view.getUint32(offset, true),
    powerOnSeconds: view.getUint32(offset + 4, true),
    offsetSeconds: view.getUint32(offset + 8, true),
  };
}

export function writeTimes(payload: Uint8Array, times: V5Times, offset = 1): void {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  payload[0] = times.frameType;
  view.setUint32(offset, times.totalSeconds, true);
  view.setUint32(offset + 4, times.powerOnSeconds, true);
  view.setUint32(offset + 8, times.offsetSeconds, true);
}

/**
 * When the data was acquired, epoch milliseconds: total + offset, once the logger knows the time; undefined before, which
 * means "when it arrived".
 */
export function acquisitionTime(times: V5Times): number | undefined {
  return times.offsetSeconds === 0 ? undefined : (times.totalSeconds + times.offsetSeconds) * 1000;
}
