import { fetching } from './rejectedFile.ts'

/** An address without a scheme leads to a place in the file, or near it. */
const scheme = /^\s*([a-z][a-z0-9+.-]*):/i
const followed = new Set(['http', 'https', 'ftp', 'mailto', 'tel', 'file'])

/** Throws a RejectedFile for a link that would start a program when followed, such as ms-msdt: or javascript:. */
export const requireFollowed = (target: string): void => {
  const found = scheme.exec(target)?.[1]?.toLowerCase()
  // A single letter is a drive.
  if (found !== undefined && found.length > 1 && !followed.has(found)) throw fetching()
}
