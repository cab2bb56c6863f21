import type net from 'node:net';
import { connectAnsweringLogger } from '../many/answering-logger.ts';

/**
 * Loggers that stay connected, as a process of its own: `connections-load.ts <port> <first serial> <loggers>`. Each says hello and answers what it is
 * asked at once. Prints a line once all are connected, and ends with its input.
 */
const [port = 10_000, first = 0, loggers = 1000] = process.argv.slice(2).map(Number);

/** Connections that are opened at a time. */
const AT_ONCE = 50;
/** Ports of one address to one door are some 28,000. */
const OF_ADDRESS = 5000;

const sockets: net.Socket[] = [];
for (let at = 0; at < loggers; at += AT_ONCE) {
  const many = Array.from({ length: Math.min(AT_ONCE, loggers - at) }, (_, n) => at + n);
  const opened = many.map((n) =>
    connectAnsweringLogger(port, first + n, `127.0.0.${1 + Math.floor(n / OF_ADDRESS)}`),
  );
  sockets.push(...(await Promise.all(opened)));
}
console.log(`connected ${sockets.length}`);
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
