import { fileKinds, type FileKindName } from '../../../../contract/pathways/document.ts'

/** Why a file is refused, as a sentence for the person who chose it. */
export class RejectedFile extends Error {}

/** Parts of the file cannot be read, though its content may still be complete. */
export class DamagedFile extends RejectedFile {}

/** A photo in HEIC, whatever its name says: some programs rename it. The advice depends on the allowed kinds. */
export class HeicFile extends RejectedFile {}

export const misnamed = (kind: FileKindName): RejectedFile =>
  new RejectedFile(
    `The content of the file is not ${fileKinds[kind].title}, as its name or type says. Nothing was stored.`,
  )
export const incomplete = (): DamagedFile =>
  new DamagedFile('The file is incomplete or damaged. Open it to check, then try again.')
export const twoInOne = (): RejectedFile =>
  new RejectedFile('The file hides a second file. Print it to a new PDF and upload that.')
export const scripted = (): RejectedFile =>
  new RejectedFile('The file contains a script or macro. Print it to a new PDF and upload that.')
export const locked = (): RejectedFile =>
  new RejectedFile('The file is protected by a password. Save it without one and try again.')
export const carrying = (): RejectedFile =>
  new RejectedFile('The file carries another file inside it. Print it to a new PDF and upload that.')
export const fetching = (): RejectedFile =>
  new RejectedFile('The file fetches something from elsewhere. Print it to a new PDF and upload that.')
export const unpacksTooFar = (): RejectedFile =>
  new RejectedFile('The file unpacks to far more than its size. Print it to a new PDF and upload that.')
/** Time or memory ran out, so nothing is known about the file. */
export const tooHard = (): RejectedFile =>
  new RejectedFile(
    'The file is too complicated to be checked, so nothing was stored. Print it to a new PDF and upload that.',
  )
/** A signed file cannot be rewritten without losing its signature. */
export const signed = (): RejectedFile =>
  new RejectedFile(
    'The file carries a digital signature, which cannot be kept. Print it to a new PDF and upload that.',
  )
