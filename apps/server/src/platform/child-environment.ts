/** What programs need of the surroundings: where programs and libraries are, where temporary files go, and Windows itself. */
const PASSED_ON = [
  'PATH',
  'LD_LIBRARY_PATH',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'windir',
  'USERPROFILE',
] as const;

/** The environment of a child. Keys, passwords and addresses of other services stand in the server's own and stay there. */
export function childEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), ...more };
}
