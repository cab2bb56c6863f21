import { type ConnectTarget, FIRST_READING, pushUrlOf, telemetryTopicOf } from './connect-target.ts';
import { shellWord } from './shell-word.ts';

/** A command line that sends a first reading over HTTP and shows the answer. */
export function curlLine(target: ConnectTarget): string {
  return lineOf([
    ['curl', pushUrlOf(target)],
    ['-H', `Authorization: Bearer ${target.secret}`],
    ['-H', 'Content-Type: application/json'],
    ['-d', FIRST_READING],
  ]);
}

/** A command line that sends a first reading over MQTT. Undefined where the broker is not known. */
export function mosquittoLine(target: ConnectTarget): string | undefined {
  const { mqtt, sn, secret } = target;
  if (!mqtt) return undefined;
  return lineOf([
    ['mosquitto_pub', '-h', mqtt.host, '-p', String(mqtt.port), ...(mqtt.tls ? ['--tls-use-os-certs'] : [])],
    ['-u', sn, '-P', secret, '-q', '1'],
    ['-t', telemetryTopicOf(target)],
    ['-m', FIRST_READING],
  ]);
}

/** One command over several lines, which a shell reads as one. */
const lineOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((words) => words.map(shellWord).join(' ')).join(' \\\n  ');
