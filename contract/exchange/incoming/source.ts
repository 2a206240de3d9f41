/** Where an incoming referral came from. `title` is shown to staff, `sender` names who wrote it. */
export const sources = [
  { code: 'self', title: 'Form: for oneself', sender: 'the person' },
  { code: 'relative', title: 'Form: by a relative, friend or carer', sender: 'a relative, friend or carer' },
  { code: 'professional', title: 'Form: by a professional', sender: 'a professional' },
  { code: 'ers', title: 'NHS e-Referral Service', sender: 'the NHS e-Referral Service' },
  { code: 'bars', title: 'Message from another service (BaRS)', sender: 'another service' },
  { code: 'caseFinding', title: 'Case finding', sender: 'a case-finding list' },
] as const
export type Source = (typeof sources)[number]['code']
export const sourceCodes = sources.map(({ code }) => code)

export const sourceTitle = (source: Source): string =>
  sources.find(({ code }) => code === source)?.title ?? source

/** The three kinds of sender of the public form. */
export const formSources = ['self', 'relative', 'professional'] as const satisfies readonly Source[]
export type FormSource = (typeof formSources)[number]

/** Who gets to know in writing that a relative's referral was declined. A relative gets no letter: see decision 157. */
export const declineLetters = [
  { code: 'person', title: 'A letter to the person' },
  { code: 'none', title: 'No letter. I tell the sender by telephone, and nothing about the person’s health' },
] as const
export const declineLetterCodes = declineLetters.map(({ code }) => code)

/** Whether somebody must say who is written to: the person may not know that they were referred. */
export const asksForLetter = (source: Source, consent: string | null | undefined): boolean =>
  source === 'relative' && consent !== 'yes'

/** How far an incoming referral is. `withdrawn`: the sender took it back before anybody decided. */
export const incomingStates = [
  { code: 'waiting', title: 'To decide' },
  { code: 'asked', title: 'Waits for an answer' },
  { code: 'accepted', title: 'Accepted' },
  { code: 'declined', title: 'Declined' },
  { code: 'withdrawn', title: 'Withdrawn by the sender' },
] as const
export type IncomingState = (typeof incomingStates)[number]['code']
export const incomingStateCodes = incomingStates.map(({ code }) => code)

export const stateTitle = (state: IncomingState): string =>
  incomingStates.find(({ code }) => code === state)?.title ?? state

/** States in which a decision is still to be made. */
export const isUndecided = (state: IncomingState): boolean => state === 'waiting' || state === 'asked'
