import type { Client } from 'aedes';

/** The part of the broker's parser that begins with a packet. */
export interface HeadParser {
  readonly _list: { length: number };
  /** Reads the first byte of a packet. False: the parser stops there, keeps the bytes that it has, and begins here with the next ones. */
  _parseHeader(): boolean;
  parse(bytes: Buffer): number;
}

/** Parts of the broker's client that its types leave out. */
interface WaitingClient {
  connackSent: boolean;
  /** Nothing more is read from the socket. The broker lets it go on when it answers the CONNECT. */
  pause(): void;
}

/**
 * Lets what stands behind a CONNECT wait for its answer: a device may send messages in the same write, and only then is it known who it
 * is and how large they may be. What waits is what one read of the socket brought; the rest stays with the sender.
 */
export function holdBehindConnect(parser: HeadParser, client: Client): void {
  const waiting = client as Client & WaitingClient;
  const parseHeader = parser._parseHeader;
  waiting.pause();
  parser._parseHeader = () => {
    if (!waiting.connackSent) return false;
    // Set back, not deleted: objects that lose a property become slow, and each packet goes through this one.
    parser._parseHeader = parseHeader;
    return parser._parseHeader();
  };
  client.once('connected', () => {
    if (parser._list.length > 0) parser.parse(Buffer.alloc(0));
  });
}
