import {
  mobileNumber,
  reminderChannel,
  type ReminderFacts,
} from '../../../../contract/care/appointments/reminder.ts'

/** To whom a link goes. */
export interface Reached {
  facts: ReminderFacts
  /** The link is of somebody who acts for the person. */
  isContacts: boolean
  contactPhone: string | null
}

/**
 * Why no link may go this way; null if it may. Asked when it is given, and again when it is sent, which may be the next
 * morning: the person may have taken back their consent meanwhile, or somebody else may hear the telephone.
 */
export const whyNotBy = (
  { facts, isContacts, contactPhone }: Reached,
  way: 'text' | 'mail',
): string | null => {
  if (isContacts)
    return way === 'text' && mobileNumber(contactPhone) !== null
      ? null
      : 'The contact has no mobile number. Give the link on paper.'
  if (facts.consent === null || !(way === 'text' ? facts.consent.byText : facts.consent.byMail))
    return `The patient has not agreed to ${way === 'text' ? 'text messages' : 'e-mails'}. Record the answer under reminders first, or give the link on paper.`
  const only = { ...facts, consent: { ...facts.consent, byText: way === 'text', byMail: way === 'mail' } }
  return reminderChannel(only) === way
    ? null
    : `No ${way === 'text' ? 'text may go to the mobile number' : 'e-mail can be sent'}. Give the link on paper.`
}
