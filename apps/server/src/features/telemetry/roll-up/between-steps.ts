/** For work of many steps that no other run may be beside. */
export interface BetweenSteps {
  /** Answers a higher number than any server was given before. */
  nextVersion(): Promise<number>;
  /** To be awaited between two steps, often: others wait for their roll-ups. Throws where the server stops. */
  pause(): Promise<void>;
}
