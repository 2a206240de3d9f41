/* The ways in which letters leave, and the states of each. */

/** How a letter was sent. */
export const letterWays = [
  { code: 'print', title: 'Printed' },
  { code: 'mail', title: 'By mail' },
  { code: 'mesh', title: 'By MESH' },
  { code: 'post', title: 'By GOV.UK Notify, as post' },
] as const
export type LetterWay = (typeof letterWays)[number]['code']
export const ways = letterWays.map(({ code }) => code)

/** The ways that a service outside takes, and reports on. */
export const outsideWays = ['mesh', 'post'] as const
export type OutsideWay = (typeof outsideWays)[number]

/** How a practice takes letters by MESH: as a letter with its PDF, or as a document of GP Connect Send Document. */
export const meshForms = [
  { code: 'letter', title: 'PDF with a FHIR document' },
  { code: 'sendDocument', title: 'GP Connect Send Document' },
] as const
export type MeshForm = (typeof meshForms)[number]['code']

/**
 * Where a letter is. 'queued': to be sent; 'accepted': the mail server, MESH or GOV.UK Notify has it; 'posted': printed
 * and in the post; 'arrived': the recipient's system has it. Nothing reports whether it was read.
 */
export const dispatchStates = ['printed', 'queued', 'accepted', 'posted', 'arrived', 'failed'] as const
export type DispatchState = (typeof dispatchStates)[number]

/** The states by themselves, for a list of all ways. */
export const stateTitles: Readonly<Record<DispatchState, string>> = {
  printed: 'Printed',
  queued: 'To be sent',
  accepted: 'Accepted, on the way',
  posted: 'Posted',
  arrived: 'Arrived',
  failed: 'Did not arrive',
}

interface WayAndState {
  way: LetterWay
  state: DispatchState
}

const wordsOfWay: Record<LetterWay, Partial<Record<DispatchState, string>>> = {
  print: { printed: 'Printed' },
  mail: { queued: 'Being mailed', accepted: 'Mailed: the mail server accepted it', failed: 'Not mailed' },
  mesh: {
    queued: 'Being sent by MESH',
    accepted: 'Sent by MESH: on the way',
    arrived: 'Sent by MESH: arrived',
    failed: 'By MESH: did not arrive',
  },
  post: {
    queued: 'Being handed to GOV.UK Notify',
    accepted: 'With GOV.UK Notify: to be printed and posted',
    posted: 'Posted by GOV.UK Notify',
    arrived: 'Posted by GOV.UK Notify: arrived',
    failed: 'By GOV.UK Notify: was not posted',
  },
}

export const dispatchWords = ({ way, state }: WayAndState): string => wordsOfWay[way][state] ?? state

/** Whether nobody needs to do anything for the letter to leave. */
export const isUnderWay = ({ way, state }: WayAndState): boolean => way !== 'print' && state !== 'failed'
