import { CallError, type OutputOf } from '@sunfleet/api-client';
import { LIMITS } from '@sunfleet/contract';
import { useState } from 'react';
import { useCallFunction } from '../../../lib/call/call-context.tsx';

export type UploadedImage = OutputOf<'uploadFirmware'>;

/** How far an image is on its way to the server. */
export type UploadState =
  | { at: 'none' }
  | { at: 'tooLarge'; name: string }
  | { at: 'sending'; name: string; share: number }
  | { at: 'failed'; name: string; error: unknown }
  | { at: 'there'; image: UploadedImage };

/** Sends an image and tells how much of it has left. */
export function useUpload(): { state: UploadState; send: (file: File) => void } {
  const call = useCallFunction();
  const [state, setState] = useState<UploadState>({ at: 'none' });
  const send = (file: File) => {
    const { name } = file;
    if (file.size > LIMITS.firmwareBytes) return setState({ at: 'tooLarge', name });
    setState({ at: 'sending', name, share: 0 });
    const body = new FormData();
    body.append('file', file);
    const onSent = (share: number) => setState({ at: 'sending', name, share });
    call('uploadFirmware', { body }, { quiet: true, onSent }).then(
      (image) => setState({ at: 'there', image }),
      (error: unknown) =>
        setState({ at: 'failed', name, error: error instanceof CallError ? error : undefined }),
    );
  };
  return { state, send };
}
