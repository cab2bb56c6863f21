import { AppError } from '../../platform/errors.ts';

/**
 * Throws AppError `deviceMovedSince` for a device that was chosen in one station and is in another by now: a run over thousands takes long, and nobody chose what
 * others put into place meanwhile. `chosenAt` null: nobody knows, or it is chosen now.
 */
export function requireStillAt(chosenAt: number | null, stationId: number | null): void {
  if (chosenAt !== null && chosenAt !== stationId) throw new AppError('deviceMovedSince');
}
