import { parseArgs } from 'node:util';
import { decodeFrames, type DecodeOptions } from '../src/decoder/decode-frames.ts';
import { FrameError } from '../src/decoder/frame-error.ts';
import { bytesOfHex } from '../src/decoder/hex.ts';
import { profileById, PROFILES } from '../src/profiles/index.ts';

/** npm run decode: writes each frame as a line of JSON. Exit code 1 and the reason where one is bad, 2 for a wrong call. */

const USAGE = `npm run -s decode -- <hex> [<hex> ...] [--profile <id>] [--address <register>]
Writes each frame (V5, Modbus RTU, Modbus TCP, SunSpec registers within) as a line of JSON.
Profiles: ${PROFILES.map(({ id }) => id).join(', ')}`;

class WrongCall extends Error {}

function readCall(): { captures: Uint8Array[]; options: DecodeOptions } {
  const { positionals, values } = readArguments();
  if (positionals.length === 0) throw new WrongCall('no bytes');
  const profile = values.profile === undefined ? undefined : profileById(values.profile);
  if (values.profile !== undefined && !profile) throw new WrongCall(`no profile ${values.profile}`);
  const address = values.address === undefined ? undefined : Number(values.address);
  if (address !== undefined && !(Number.isInteger(address) && address >= 0 && address <= 65_535))
    throw new WrongCall('--address is a register from 0 to 65535');
  return {
    captures: capturesOf(positionals).map(bytesOfHex),
    options: { ...(profile && { profile }), ...(address !== undefined && { address }) },
  };
}

/** Arguments of one byte each are a frame that was written with blanks. */
function capturesOf(positionals: readonly string[]): string[] {
  const captures: string[] = [];
  let single = false;
  for (const text of positionals) {
    if (single && isByte(text)) captures[captures.length - 1] += ` ${text}`;
    else captures.push(text);
    single = isByte(text);
  }
  return captures;
}

const isByte = (text: string) => /^(0x)?[0-9a-f]{1,2}$/i.test(text);

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { profile: { type: 'string' }, address: { type: 'string' } },
    });
  } catch (error) {
    throw new WrongCall(error instanceof Error ? error.message : String(error));
  }
}

try {
  const { captures, options } = readCall();
  for (const frame of decodeFrames(captures, options)) process.stdout.write(`${JSON.stringify(frame)}\n`);
} catch (error) {
  if (error instanceof FrameError) {
    process.stdout.write(
      `${JSON.stringify({ error: error.fault, ...error.details, message: error.message })}\n`,
    );
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else if (error instanceof WrongCall) {
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    process.exitCode = 2;
  } else {
    throw error;
  }
}
