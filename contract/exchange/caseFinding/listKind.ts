/** What a case-finding list is of. */
export const listKinds = [
  { code: 'frailty', title: 'Frailty index of a practice or an Integrated Care Board' },
  { code: 'falls', title: 'Falls recorded by a practice or an Integrated Care Board' },
  { code: 'fractureLiaison', title: 'Fracture liaison service' },
  { code: 'ambulance', title: 'Ambulance: fell and not taken to hospital' },
] as const
export type ListKind = (typeof listKinds)[number]['code']
export const listKindCodes = listKinds.map(({ code }) => code)

/** How a person on a list stands with the service. Each has exactly one, by the first that applies. */
export const standings = [
  { code: 'died', title: 'Died', meaning: 'The record says that the person died' },
  {
    code: 'known',
    title: 'Known',
    meaning:
      'An open referral, or one closed in the twelve months before the list unless the person refused, that did not come from the list',
  },
  {
    code: 'declined',
    title: 'Declined',
    meaning: 'The person did not want to be contacted or refused, or the service declined',
  },
  { code: 'invited', title: 'Invited', meaning: 'Invited from this list, or accepted from it' },
  {
    code: 'neverReached',
    title: 'Never reached',
    meaning: 'Nobody wrote or rang yet, or the day to answer passed without an answer',
  },
] as const
export type Standing = (typeof standings)[number]['code']
export const standingCodes = standings.map(({ code }) => code)
