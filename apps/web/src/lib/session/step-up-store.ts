/** Whether a call waits until the holder of the session has proved who it is. Calls that wait together get one answer. */
let waiting: ((proven: boolean) => void)[] = [];
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** Asks for a proof; true once there is one. False where it was declined, and where no dialog is there to ask. */
export function askStepUp(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    tell();
  });
}

export const isStepUpAsked = (): boolean => waiting.length > 0;

export function onStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets every call that waits go on. */
export function answerStepUp(proven: boolean): void {
  const answered = waiting;
  waiting = [];
  for (const resolve of answered) resolve(proven);
  tell();
}
