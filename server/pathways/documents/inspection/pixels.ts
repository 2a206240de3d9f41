import { incomplete, RejectedFile } from './rejectedFile.ts'

/** More than any current scanner or phone produces in one picture of 10 MB. */
const mostPixels = 64_000_000
const longestSide = 30_000

/** Limits a picture to a size that any viewer can open (FI-5). */
export const assertImageSize = (width: number, height: number): void => {
  if (width < 1 || height < 1) throw incomplete()
  if (width > longestSide || height > longestSide || width * height > mostPixels)
    throw new RejectedFile('The picture has too many pixels. Make it smaller and try again.')
}
