import { spawn } from 'node:child_process';
import path from 'node:path';

export const names = ['ingest.v5'] as const;

export interface V5Figures {
  /** Data frames stored and acknowledged a second. */
  frames: number;
  samples: number;
  /** Milliseconds from a frame to its acknowledgement. */
  ackP50: number;
  ackP99: number;
}

/** Loads a running server's V5 port from a process of its own. Rejects when the load could not be made. */
export function loadV5(port: number, loggers = 5000, seconds = 60): Promise<V5Figures> {
  const script = path.join(import.meta.dirname, 'v5-load.ts');
  const child = spawn(process.execPath, [script, String(port), String(loggers), String(seconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text) as V5Figures);
      else reject(new Error(`The V5 load ended with code ${code}`));
    });
  });
}
