import { parseReplayOptions, REPLAY_USAGE } from './replay-options.ts';
import { replay } from './replay.ts';

/** The replay as a process: ends after the last reading, or with a message that says what is wrong. */
async function main(): Promise<void> {
  const options = parseReplayOptions(process.argv.slice(2), process.env);
  if (!options) return console.log(REPLAY_USAGE);
  const { sent, refused } = await replay(options, { now: Date.now, say: (message) => console.log(message) });
  console.log(`Done: ${sent} readings stored, ${refused} refused.`);
  return undefined;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
