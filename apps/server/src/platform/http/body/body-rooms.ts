import { createFairRoom, type FairRoomSize } from './fair-room.ts';
import { createBodyHolder, type Exchange, type HeldBody } from './held-body.ts';

const MB = 1024 * 1024;

const ROOM_SIZES = {
  /** Four of the largest bodies of one account at the same time; and of all accounts behind one address. */
  accounts: { account: 8 * MB, site: 64 * MB, inAll: 256 * MB },
  /** Apart from the others, so that nobody who is signed in keeps others from signing in. Each network is an account here. */
  strangers: { account: 4 * MB, site: 16 * MB, inAll: 128 * MB },
  /** Files that are held in memory, two of the largest of one account: until they are read, drawn and answered. */
  files: { account: 24 * MB, site: 96 * MB, inAll: 256 * MB },
} as const satisfies Record<string, FairRoomSize>;

export interface Sender {
  /** Null where nobody is signed in. */
  account: string | null;
  /** The body brings a file. */
  isFile?: boolean;
}

/** Room for bodies: by account, by site and in all. */
export function createBodyRooms(sizes: Partial<Record<keyof typeof ROOM_SIZES, FairRoomSize>> = {}) {
  const hold = createBodyHolder();
  const size = { ...ROOM_SIZES, ...sizes };
  const accounts = createFairRoom(size.accounts);
  const strangers = createFairRoom(size.strangers);
  const files = createFairRoom(size.files);
  return {
    admit({ account, isFile = false }: Sender, exchange: Exchange): HeldBody {
      const room = account === null ? strangers : accounts;
      return hold({ room: isFile ? files : room, account }, exchange);
    },
  };
}

export type BodyRooms = ReturnType<typeof createBodyRooms>;
