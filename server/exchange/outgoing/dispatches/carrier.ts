/** A letter that is to leave, or has left. */
export interface Dispatch {
  id: number
  letterId: number
  pathwayId: number
  way: 'mesh' | 'post'
  requestId: string
  reference: string | null
  address: string | null
  meshForm: 'letter' | 'sendDocument' | null
  attempts: number
  createdAt: number
  acceptedAt: number | null
}

/** What an attempt to send came to. `again`: it may work later; `unknown`: it may have been accepted. The words name nobody. */
export type Outcome =
  | { as: 'accepted'; reference: string; words: string }
  | { as: 'again' | 'unknown' | 'refused'; words: string; waitMs?: number }

/** What became of a letter that was accepted; null: nothing new. */
export type Whereabouts = { state: 'posted' | 'arrived' | 'failed'; words: string } | null

/** An outside service that takes letters. */
export interface Carrier {
  /** The number under which the service already has this dispatch, after an attempt whose outcome is unknown; null if it has it not. */
  find: (dispatch: Dispatch) => Promise<string | null>
  send: (dispatch: Dispatch, pdf: Uint8Array) => Promise<Outcome>
  ask: (dispatch: Dispatch) => Promise<Whereabouts>
}

/** The services that are set up. */
export type Carriers = Partial<Record<Dispatch['way'], Carrier>>
