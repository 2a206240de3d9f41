/** What the national service says of a person, as far as this product uses it. Of a sensitive person less is here. */
export interface NationalPerson {
  nhsNumber: string
  familyName: string | null
  firstName: string | null
  /** The title in words, such as 'Mrs'. */
  title: string | null
  gender: 'male' | 'female' | 'other' | 'unknown' | null
  dateOfBirth: string | null
  /** The record's version there. */
  version: string | null
  death: NationalDeath | null
  /** Nobody may be shown where this person is and how to reach them: `whereabouts` is null. */
  isSensitive: boolean
  whereabouts: Whereabouts | null
}

export interface NationalDeath {
  /** Null if only the fact is known. */
  day: string | null
  /** Whether the registrar of deaths said it. */
  isFormal: boolean
}

/** Where somebody is and how to reach them. */
export interface Whereabouts {
  address: Dated<NationalAddress> | null
  phoneHome: Dated<string> | null
  phoneWork: Dated<string> | null
  phoneMobile: Dated<string> | null
  email: Dated<string> | null
  /** The code of the practice. */
  practice: Dated<string> | null
}

export interface Dated<Value> {
  value: Value
  /** The day on which it ended; null while it is in force. */
  endedOn: string | null
}

export interface NationalAddress {
  addressLine1: string
  addressLine2: string
  addressLine3: string
  town: string
  county: string
  postcode: string
}

/** Every way in which a question to the national service ends. */
export type NationalAnswer =
  | { outcome: 'found'; person: NationalPerson }
  /** The number that was asked about was replaced by the person's number. */
  | { outcome: 'superseded'; person: NationalPerson }
  | { outcome: 'several' }
  | { outcome: 'tooMany' }
  | { outcome: 'none' }
  /** The number was withdrawn. */
  | { outcome: 'invalidated' }
  /** The service did not accept the question. */
  | { outcome: 'refused'; code: string }
  /** The service does not accept this installation. */
  | { outcome: 'notAllowed'; code: string }
  | { outcome: 'timedOut' }
  | { outcome: 'slowDown'; waitMs: number }
  /** No answer, or none that can be read. The reason names nobody and quotes nothing. */
  | { outcome: 'away'; reason: string }

/** How it ended, for the audit trail. */
export const outcomeWords = (answer: NationalAnswer): string =>
  answer.outcome === 'refused' ? `refused ${answer.code}` : answer.outcome

export const away = (reason: string): NationalAnswer => ({ outcome: 'away', reason })
