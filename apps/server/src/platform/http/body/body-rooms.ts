import { createFairRoom, type FairRoomSize } from './fair-room.ts';
import { createBodyHolder, type Exchange, type HeldBody } from './held-body.ts';

const MB = 1024 * 1024;

const ROOM_SIZES = {
  /** Four of the largest bodies of one account at the same time; and of all accounts behind one address. */
  accounts: { account: 8 * MB, site: 64 * MB, inAll: 256 * MB },
  /** Apart from the others, so that nobody who is signed in keeps others from signing in. Each network is an account here. */
  strangers: { account: 4 * MB, site: 16 * MB, inAll: 128 * MB },
} as const satisfies Record<string, FairRoomSize>;

/** Room for bodies: by account, by site and in all. */
export function createBodyRooms(sizes: Record<keyof typeof ROOM_SIZES, FairRoomSize> = ROOM_SIZES) {
  const hold = createBodyHolder();
  const accounts = createFairRoom(sizes.accounts);
  const strangers = createFairRoom(sizes.strangers);
  return {
    /** The account is null where nobody is signed in. */
    admit: (account: string | null, exchange: Exchange): HeldBody =>
      hold({ room: account === null ? strangers : accounts, account }, exchange),
  };
}

export type BodyRooms = ReturnType<typeof createBodyRooms>;
