import { ApiError } from '../../../platform/calls/apiError.ts'

/** Writes to this device. If it cannot, most often because it is full, that is said in these words. */
export const orNoRoom = async <Done>(words: string, write: () => Promise<Done>): Promise<Done> => {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    throw new ApiError(0, words)
  }
}
