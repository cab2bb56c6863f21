// npm run fuzz -- [seconds]: throws random bytes at every parser of foreign bytes and random mishaps at counters, again and again with
// other ones; the tests do so with the same ones each time (`same-runs.mjs`).
// A pass that fails prints the seed that repeats it. Time and memory of a pass are limited, so that a parser that hangs or hoards fails, too.
import { environment, install, runTool } from './node.mjs';

/** Tests of the parsers that take bytes of devices and files of people. */
const PARSERS = [
  'packages/device-model/src/v5/v5',
  'packages/device-model/src/modbus/rtu',
  'packages/device-model/src/modbus/tcp',
  'packages/device-model/src/modbus/file-record',
  'packages/device-model/src/decoder/decode-frames',
  'packages/device-model/src/at/at',
  'packages/device-model/src/conditions/parse-condition',
  'packages/device-model/src/sunspec/fuzz',
  'packages/device-model/src/profile/fuzz',
  'apps/server/src/gateway/http/line-protocol/parse-lines',
  'apps/server/src/gateway/http/http-gateway',
  'apps/server/src/gateway/v5/vectors',
  'apps/server/src/gateway/mqtt/mqtt-gateway',
  'apps/server/src/gateway/mqtt/read-attributes',
  'apps/server/src/gateway/mqtt/read-telemetry',
  'apps/server/src/platform/bytes/scan-number',
  'apps/server/src/platform/connections/client-hello',
  'apps/server/src/features/sims/fuzz',
  'apps/server/src/features/firmware/fuzz',
  'apps/web/src/features/components/read/fuzz',
  'apps/server/src/features/imports/reading/fuzz',
];
/** Tests of what makes energy of the readings of counters, whatever befalls them. */
const COUNTERS = [
  'packages/analysis/src/energy/counter.property',
  'packages/analysis/src/energy/day-counter.property',
];
const PASS_MS = 180_000;
const MEGABYTES = 768;

install();
const seconds = Number(process.argv[2] ?? 60);
if (!(seconds > 0)) {
  console.error('Usage: npm run fuzz -- [seconds]');
  process.exit(1);
}
const end = Date.now() + seconds * 1000;
const env = { ...environment(), SUNFLEET_FUZZ: '1', NODE_OPTIONS: `--max-old-space-size=${MEGABYTES}` };
let passes = 0;
let code = 0;
while (code === 0 && (passes === 0 || Date.now() < end)) {
  code = runTool('vitest', ['run', '--reporter=dot', ...PARSERS, ...COUNTERS], { env, timeout: PASS_MS });
  passes += 1;
}
console.log(
  code === 0 ? `${passes} passes without a finding` : `Pass ${passes} failed; its seed stands above`,
);
process.exit(code);
