import { tiffReader } from './tiffDirectory.ts'

const orientationTag = 0x0112

/**
 * The orientation of the camera, 1 to 8 (Exif); 1 if it is missing or unreadable.
 * @param exif the TIFF within an Exif part
 */
export const orientationOf = (exif: Buffer): number => {
  try {
    const reader = tiffReader(exif)
    const entry = reader?.directoryAt(reader.first).entries.find(({ tag }) => tag === orientationTag)
    const value = entry?.numbers()[0] ?? 1
    return value >= 1 && value <= 8 ? value : 1
  } catch (error) {
    // Malformed camera data is dropped like all other camera data.
    if (error instanceof RangeError) return 1
    throw error
  }
}
