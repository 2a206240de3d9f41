import { incomplete, RejectedFile } from './rejectedFile.ts'

/** More than any scanner or telephone of today makes in one picture of 10 MB. */
const mostPixels = 64_000_000
const longestSide = 30_000

/** Holds a picture to a size that any screen program can open (FI-5). */
export const assertImageSize = (width: number, height: number): void => {
  if (width < 1 || height < 1) throw incomplete()
  if (width > longestSide || height > longestSide || width * height > mostPixels)
    throw new RejectedFile('The picture has too many pixels. Make it smaller and try again.')
}
