import { tiffReader } from './tiffDirectory.ts'

const orientationTag = 0x0112

/** How the camera was held, 1 to 8 (Exif); 1 when it is not said or cannot be read. @param exif the TIFF within an Exif part */
export const orientationOf = (exif: Buffer): number => {
  try {
    const reader = tiffReader(exif)
    const entry = reader?.directoryAt(reader.first).entries.find(({ tag }) => tag === orientationTag)
    const value = entry?.numbers()[0] ?? 1
    return value >= 1 && value <= 8 ? value : 1
  } catch (error) {
    // Other camera data that makes no sense is dropped like the rest of it.
    if (error instanceof RangeError) return 1
    throw error
  }
}
