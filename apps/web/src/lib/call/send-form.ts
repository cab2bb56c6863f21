import type { SendForm } from '@sunfleet/api-client';

/** Sends a form and tells how much of it has left, which `fetch` cannot. */
export const sendForm: SendForm = (url, { method, headers, body, signal }, onSent) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onSent(loaded / total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(new TypeError('no answer came')));
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
