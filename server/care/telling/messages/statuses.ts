import type { MessageState } from '../../../../contract/pathways/records/sentMessage.ts'

/** What a status of Notify means for a message. */
export interface Meaning {
  state: MessageState
  /** Nothing more will be reported. */
  isFinal: boolean
  why: string | null
}

const goesOn: Meaning = { state: 'sent', isFinal: false, why: null }
const failed = (why: string): Meaning => ({ state: 'failed', isFinal: true, why })

/**
 * Every status of a text or an e-mail (“Text message status descriptions” and “Email status descriptions” in the
 * documentation of GOV.UK Notify). What is not listed there changes nothing.
 */
export const statuses: Readonly<Record<'text' | 'mail', Readonly<Record<string, Meaning>>>> = {
  text: {
    created: goesOn,
    sending: goesOn,
    pending: goesOn,
    sent: {
      state: 'sent',
      isFinal: true,
      why: 'It went to a number abroad, from where nothing more is reported.',
    },
    delivered: { state: 'delivered', isFinal: true, why: null },
    'permanent-failure': failed('The number is wrong, or its network refused the text.'),
    'temporary-failure': failed('The telephone was off, had no signal or was full.'),
    'technical-failure': failed('GOV.UK Notify could not give it to the network.'),
  },
  mail: {
    created: goesOn,
    sending: goesOn,
    delivered: { state: 'delivered', isFinal: true, why: null },
    'permanent-failure': failed('The address does not exist.'),
    'temporary-failure': failed('The mailbox was full or refused the e-mail.'),
    'technical-failure': failed('GOV.UK Notify could not give it to the mail server.'),
  },
}
