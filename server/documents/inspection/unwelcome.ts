/** Why a file is not taken, as a sentence for the person who chose it. */
export class Unwelcome extends Error {}

export const incomplete = (): Unwelcome =>
  new Unwelcome('The file is incomplete or damaged. Open it to check, then try again.')
export const twoInOne = (): Unwelcome =>
  new Unwelcome('The file hides a second file. Print it to a new PDF and upload that.')
export const scripted = (): Unwelcome =>
  new Unwelcome('The file contains a script or macro. Print it to a new PDF and upload that.')
export const locked = (): Unwelcome =>
  new Unwelcome('The file is protected by a password. Save it without one and try again.')
