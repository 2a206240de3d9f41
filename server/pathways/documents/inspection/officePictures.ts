import { fileTypeFromBuffer } from 'file-type'

const pixels = new Set(['png', 'apng', 'jpg', 'gif', 'bmp', 'tif', 'jxr'])

/** Whether a part starts like a picture that Office shows: a bitmap format or a Windows metafile. */
export const isPicture = async (beginning: Buffer): Promise<boolean> => {
  if (beginning.length === 0 || isMetafile(beginning)) return true
  const found = await fileTypeFromBuffer(beginning)
  return found !== undefined && pixels.has(found.ext)
}

/** [MS-EMF] 2.3.4.2, [MS-WMF] 2.3.2. */
const isMetafile = (beginning: Buffer): boolean =>
  (beginning.length > 44 &&
    beginning.readUInt32LE(0) === 1 &&
    beginning.toString('latin1', 40, 44) === ' EMF') ||
  ['d7cdc69a', '01000900', '02000900'].includes(beginning.toString('hex', 0, 4))

/** Programs, zips, PDFs, and the compound files in which Office stores objects. */
export const mayBeFile = (beginning: Buffer): boolean =>
  ['4d5a', '504b0304', '25504446', 'd0cf11e0', '7f454c46'].some((start) =>
    beginning.toString('hex', 0, 4).startsWith(start),
  )
