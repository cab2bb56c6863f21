import { messageOf } from '../../../platform/errors.ts';
import { readArguments, USAGE } from './arguments.ts';
import { runCli, type Terminal } from './run-cli.ts';

let open = false;
let last = '';
const terminal: Terminal = {
  language: (process.env.LANG ?? '').split('.')[0]!.replace('_', '-') || 'en-US',
  print(line) {
    if (open) process.stdout.write('\n');
    open = false;
    console.log(line);
  },
  progress(line) {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line}`);
    else if (line !== last) console.log(line);
    last = line;
    open = process.stdout.isTTY;
  },
};

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  if (argv.length === 0 || argv.includes('--help')) {
    console.log(USAGE);
    return argv.length === 0 ? 1 : 0;
  }
  try {
    return (await runCli(readArguments(argv, process.env), terminal)) ? 0 : 1;
  } catch (error) {
    console.error(messageOf(error));
    return 1;
  }
}

process.exitCode = await main();
