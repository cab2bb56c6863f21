import { createStored } from './stored.ts';

/** Whether this browser sounds for new emergencies. Off until somebody wants it: a browser lets no page sound that nobody touched. */
export const storedAlarmSound = createStored<boolean>({
  key: 'sunfleet.alarmSound',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
  fallback: false,
});

const TONES = [880, 660, 880];
const TONE_S = 0.18;

let context: AudioContext | undefined;

/** Sounds three short tones. Answers whether the browser let it: it refuses pages that nobody has touched since they were loaded. */
export async function soundAlarm(): Promise<boolean> {
  if (typeof AudioContext === 'undefined') return false;
  context ??= new AudioContext();
  const { destination } = context;
  // A refusal never settles.
  void context.resume().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 0));
  if (context.state !== 'running') return false;
  for (const [nth, frequency] of TONES.entries()) {
    const begin = context.currentTime + nth * TONE_S * 1.5;
    const tone = new OscillatorNode(context, { frequency, type: 'triangle' });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(0.25, begin + 0.02);
    volume.gain.linearRampToValueAtTime(0, begin + TONE_S);
    tone.connect(volume).connect(destination);
    tone.start(begin);
    tone.stop(begin + TONE_S);
  }
  return true;
}
