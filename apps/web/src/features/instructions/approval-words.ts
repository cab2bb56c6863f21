interface Step {
  code: string;
  fn: number;
  address: number;
  count: number;
  data: string;
}

interface Proposed {
  body: { reason?: string };
  shown?: { name: string; steps: readonly Step[]; devices: number };
}

/** What somebody approves who lets a set run: its steps as they were when it was proposed, each with function, register and words. */
export function approvalWords(input: unknown, devices: (n: number) => string): string {
  const { body, shown } = input as Proposed;
  // One that waited while the server was renewed; it is refused.
  if (!shown) return JSON.stringify(input);
  const steps = shown.steps.map(
    ({ code, fn, address, count, data }, at) =>
      `${at + 1}. ${code}: ${fn} @ ${address} ${data === '' ? `× ${count}` : `= ${data}`}`,
  );
  return [shown.name, devices(shown.devices), ...(body.reason ? [body.reason] : []), ...steps].join('\n');
}
