import {
  bytesOfHex,
  decodeCaptures,
  FrameError,
  profileById,
  type DecodedFrame,
} from '@sunfleet/device-model';

/** What somebody typed: captures line by line, the family of the device, and the first register of an answer. */
export interface DecoderDraft {
  text: string;
  profileId: string;
  address: string;
}

export interface ReadFrames {
  frames: DecodedFrame[];
  /** Of the first line that holds no frame. */
  error?: FrameError;
}

/** The first register as a number; undefined: not told, null: none that exists. */
export function addressOf({ address }: Pick<DecoderDraft, 'address'>): number | undefined | null {
  const text = address.trim();
  if (text === '') return undefined;
  const value = /^(0x[0-9a-f]{1,4}|\d{1,5})$/i.test(text) ? Number(text) : NaN;
  return value <= 65_535 ? value : null;
}

/** Frames of each line, with those before the first bad one. */
export function readFrames(draft: DecoderDraft): ReadFrames {
  const lines = draft.text.split('\n').filter((line) => line.trim() !== '');
  const profile = profileById(draft.profileId);
  const address = addressOf(draft) ?? undefined;
  const options = { ...(profile && { profile }), ...(address !== undefined && { address }) };
  const frames: DecodedFrame[] = [];
  try {
    for (const ofLine of decodeCaptures(bytesOfLines(lines), options)) frames.push(...ofLine);
  } catch (error) {
    if (error instanceof FrameError) return { frames, error };
    throw error;
  }
  return { frames };
}

/** One line after the other, so that those before a bad one are decoded. */
function* bytesOfLines(lines: readonly string[]) {
  for (const line of lines) yield bytesOfHex(line);
}
