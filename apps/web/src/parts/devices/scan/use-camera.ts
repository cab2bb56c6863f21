import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { openReader } from './read-codes.ts';

/** Between two looks at what the camera shows. */
const LOOK_MS = 250;

/** `off`: there is no camera, it is not allowed, or the page came without TLS. */
export type CameraState = 'starting' | 'looking' | 'off';

interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
}

/** Shows the camera at the back and hands over what its pictures say, until `take` answers true. The camera ends with the component. */
export function useCamera(take: (texts: readonly string[]) => boolean): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>(hasCameras() ? 'starting' : 'off');
  const taken = useEffectEvent(take);
  useEffect(() => {
    if (!hasCameras()) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    look({ video, signal, taken, onLooking: () => setState('looking') }).catch(() => {
      if (!signal.aborted) setState('off');
    });
    return () => ending.abort();
  }, []);
  return { video, state };
}

/** Browsers offer cameras over HTTPS and on this machine alone. */
const hasCameras = (): boolean =>
  typeof navigator.mediaDevices?.getUserMedia === 'function' && globalThis.isSecureContext;

interface Looking {
  video: RefObject<HTMLVideoElement | null>;
  signal: AbortSignal;
  taken: (texts: readonly string[]) => boolean;
  onLooking: () => void;
}

async function look({ video, signal, taken, onLooking }: Looking): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', end);
  if (signal.aborted) return end();
  const element = video.current!;
  element.srcObject = stream;
  const [read] = await Promise.all([openReader(), element.play()]);
  onLooking();
  while (!signal.aborted) {
    // A picture that cannot be read says nothing; the next one may.
    const texts = await read(element).catch(() => []);
    if (!signal.aborted && texts.length > 0 && taken(texts)) return end();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
