import { createByteRoom, type RoomSize } from '../../byte-room.ts';
import { createBodyHolder, type Exchange, type HeldBody } from './held-body.ts';

const MB = 1024 * 1024;

/** Whose body it is: of an account that is signed in, or of a stranger. */
interface BodyOwner {
  /** Null for whoever is not signed in. */
  account: string | null;
  network: string;
}

const ROOM_SIZES = {
  /** Four of the largest bodies of one account at the same time. */
  accounts: { each: 8 * MB, inAll: 256 * MB },
  /** Of all accounts behind one address: somebody who opens many of them fills the room of that address and no other. */
  networks: { each: 64 * MB, inAll: 256 * MB },
  /** Apart from the others, so that nobody who is signed in keeps others from signing in. */
  strangers: { each: 4 * MB, inAll: 128 * MB },
} as const satisfies Record<string, RoomSize>;

/** Room for bodies: by account, by network and in all. */
export function createBodyRooms(sizes: Record<keyof typeof ROOM_SIZES, RoomSize> = ROOM_SIZES) {
  const hold = createBodyHolder();
  const accounts = createByteRoom(sizes.accounts);
  const networks = createByteRoom(sizes.networks);
  const strangers = createByteRoom(sizes.strangers);
  return {
    admit({ account, network }: BodyOwner, exchange: Exchange): HeldBody {
      const ofNetwork = { room: account === null ? strangers : networks, sender: network };
      const shares = account === null ? [ofNetwork] : [{ room: accounts, sender: account }, ofNetwork];
      return hold(shares, exchange);
    },
  };
}

export type BodyRooms = ReturnType<typeof createBodyRooms>;
