import { claimCodes } from './fleet/claim-codes.ts';
import { loadFleet } from './fleet/load-fleet.ts';
import { parseOptions, USAGE } from './options.ts';
import { runFleet } from './run/run-fleet.ts';

/** The simulator as a process: runs until it is stopped, or until the process that started it goes away. */
async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  if (options.claims) return console.log(claimCodes(loadFleet(options.fleetFile)).join('\n'));
  const early = () => process.exit(0);
  process.once('disconnect', early);
  const fleet = await runFleet(options, {
    say: (message) => console.log(message),
    onReady: () => console.log('The fleet is live.'),
  });
  process.off('disconnect', early);
  const stop = () => void fleet.stop().finally(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  process.once('disconnect', stop);
  return undefined;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
