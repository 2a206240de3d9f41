import { cancellationBeginnings, reminderBeginnings } from '../../../contract/care/appointments/reminder.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { formatDateTime, formatLongDate } from '../../../contract/platform/words/format.ts'
import type { AppointmentType } from '../../../contract/pathways/records/appointment.ts'

/*
 * Messages from Surefoot to its users, and to patients about their appointments. Plain words, nothing clinical, and no
 * name but a user's.
 */

/** A notice to a user about a change to their account that somebody else may have made. */
export type Happening =
  | 'password changed'
  | 'new device'
  | 'second factor set up'
  | 'second factor removed'
  | 'passkey added'
  | 'passkey removed'

export interface Notice {
  happening: Happening
  at: string
  device?: string
  /** Descriptions of the other ways to sign in that a new password removed or kept. */
  ways?: { removed: string[]; kept: string[] }
}

interface Setting {
  publicUrl: string
  organisation: string
}

const signed = ({ organisation }: Setting): string =>
  organisation === '' ? 'Surefoot' : `Surefoot at ${organisation}`

export const resetMail = (setting: Setting, { link, minutes }: { link: string; minutes: number }) => ({
  subject: 'Choose a new Surefoot password',
  text: `Someone, we think you, has asked for a new password for your Surefoot account.

Open this page within ${minutes} minutes and choose one:

${link}

The link works once. If you did not ask for it, do nothing: your password stays as it is.

${signed(setting)}
`,
})

export const resetSms = ({ code, minutes }: { code: string; minutes: number }): string =>
  `${code} is your Surefoot code. It works once, for ${minutes} minutes. If you did not ask for it, ignore this message.`

const told: Record<Happening, { subject: string; sentence: string }> = {
  'password changed': {
    subject: 'Your Surefoot password was changed',
    sentence: 'The password of your Surefoot account was changed',
  },
  'new device': {
    subject: 'Sign-in to Surefoot from a new device',
    sentence:
      'Someone signed in to your Surefoot account on a device or browser that it had not been used on before',
  },
  'second factor set up': {
    subject: 'A second step was added to your Surefoot sign-in',
    sentence: 'An authenticator app was set up for your Surefoot account',
  },
  'second factor removed': {
    subject: 'The second step of your Surefoot sign-in was removed',
    sentence: 'The authenticator app was removed from your Surefoot account',
  },
  'passkey added': {
    subject: 'A passkey was added to your Surefoot account',
    sentence: 'A passkey, which opens your Surefoot account without the password, was added to it',
  },
  'passkey removed': {
    subject: 'A passkey was removed from your Surefoot account',
    sentence: 'A passkey was removed from your Surefoot account',
  },
}

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `- ${line}\n`).join('')}`

export const noticeMail = (setting: Setting, { happening, at, device, ways }: Notice) => ({
  subject: told[happening].subject,
  text: `${told[happening].sentence}, on ${formatDateTime(at)}${device === undefined ? '' : ` (${device})`}.
${ways === undefined ? '' : list('No longer a way to sign in:', ways.removed) + list('Still a way to sign in:', ways.kept)}
See who signed in to your account, and how, at ${setting.publicUrl}/falls/security

If this was you, there is nothing to do.

If it was not you, choose a new password now at ${setting.publicUrl}/forgot and tell your system administrator.

${signed(setting)}
`,
})

export const searchClosedMail = (
  setting: Setting,
  { name, userId, at }: { name: string; userId: number; at: string },
) => ({
  subject: 'A patient search in Surefoot was switched off',
  text: `${name} looked for patients too often without finding anybody, so the search was switched off on ${formatDateTime(at)}.

Somebody may be guessing who is a patient, or may not know the rules. Ask ${name} first. You find the account, and can switch the search on again, at ${setting.publicUrl}/falls/user/view?id=${userId}

The audit trail shows what was searched for; Information Governance can read it.

${signed(setting)}
`,
})

export const reportMail = (
  setting: Setting,
  { link, isReady, until }: { link: string; isReady: boolean; until: string },
) => ({
  subject: isReady ? 'A monthly report is ready for you' : 'A monthly report could not be made',
  text: `${
    isReady
      ? `A report that you asked Surefoot to make each month is ready. You can open it until ${formatDateTime(until)}:`
      : 'A report that you asked Surefoot to make each month could not be made. This page says why:'
  }

${link}

You will be asked to sign in. Only you can open it.

To stop these messages, open Reports in Surefoot and edit the saved report.

${signed(setting)}
`,
})

export const lateMail = (setting: Setting, { late, unowned }: { late: number; unowned: number }) => ({
  subject: 'Surefoot: what has been late for two weeks',
  text: `${late === 1 ? '1 step or task has' : `${late} steps and tasks have`} been late for 14 days or more.${
    unowned === 0 ? '' : ` Of these, ${unowned} ${unowned === 1 ? 'has' : 'have'} no owner.`
  }

See which, and who is responsible, at ${setting.publicUrl}/falls/today

You get this mail each Monday because you are a Team Lead. To stop it, use the button at the end of that page.

${signed(setting)}
`,
})

interface Reminded {
  type: AppointmentType
  day: string
  time: string
}

/** For a patient. It omits even the name of the product, which could reveal what the service is for. */
export const appointmentText = (
  { organisation, telephone }: { organisation: string; telephone: string },
  { type, day, time }: Reminded,
): string =>
  `${reminderBeginnings[type]} ${weekdayOf(day)} ${formatLongDate(day)} at ${time}. If this does not suit you, please ring ${telephone}. ${organisation}`

export const appointmentMail = (
  setting: { organisation: string; telephone: string },
  what: Reminded,
): { subject: string; text: string } => ({
  subject: `${weekdayOf(what.day)} ${formatLongDate(what.day)} at ${what.time}`,
  text: `${reminderBeginnings[what.type]} ${weekdayOf(what.day)} ${formatLongDate(what.day)} at ${what.time}.

If this does not suit you, or if you want no more reminders, please ring ${setting.telephone}. Replies to this mail are not read.

${setting.organisation}
`,
})

const movedWords = ({ type, day, time }: Reminded): string =>
  `The time has changed, and the earlier one is cancelled. ${reminderBeginnings[type]} ${weekdayOf(day)} ${formatLongDate(day)} at ${time}.`

export const movedText = ({ organisation, telephone }: Sender, what: Reminded): string =>
  `${movedWords(what)} If this does not suit you, please ring ${telephone}. ${organisation}`

export const movedMail = (setting: Sender, what: Reminded): { subject: string; text: string } => ({
  subject: `New time: ${weekdayOf(what.day)} ${formatLongDate(what.day)} at ${what.time}`,
  text: `${movedWords(what)}

If this does not suit you, please ring ${setting.telephone}. Replies to this mail are not read.

${setting.organisation}
`,
})

const cancelledWords = ({ type, day, time }: Reminded): string =>
  `${cancellationBeginnings[type]} ${weekdayOf(day)} ${formatLongDate(day)} at ${time} is cancelled.`

export const cancellationText = (
  { organisation, telephone }: { organisation: string; telephone: string },
  what: Reminded,
): string => `${cancelledWords(what)} If you have any questions, please ring ${telephone}. ${organisation}`

export const cancellationMail = (
  setting: { organisation: string; telephone: string },
  what: Reminded,
): { subject: string; text: string } => ({
  subject: `Cancelled: ${weekdayOf(what.day)} ${formatLongDate(what.day)} at ${what.time}`,
  text: `${cancelledWords(what)}

If you have any questions, please ring ${setting.telephone}. Replies to this mail are not read.

${setting.organisation}
`,
})

interface Sender {
  organisation: string
  telephone: string
}

const offerWords = 'A place that you are waiting for is free.'
const offerAsks = (telephone: string): string => `Please ring ${telephone} to say whether you would like it.`

export const offerText = ({ organisation, telephone }: Sender): string =>
  `${offerWords} ${offerAsks(telephone)} ${organisation}`

export const offerMail = (setting: Sender): { subject: string; text: string } => ({
  subject: 'A place is free for you',
  text: `${offerWords}

${offerAsks(setting.telephone)} Replies to this mail are not read.

${setting.organisation}
`,
})

const classEndsWords = (day: string): string =>
  `Your exercise class ends earlier than planned. Its last day ${day < today() ? 'was' : 'is'} ${weekdayOf(day)} ${formatLongDate(day)}.`
const classEndsAsks = (telephone: string): string =>
  `If you have any questions about how to go on, please ring ${telephone}.`

export const classEndsText = ({ organisation, telephone }: Sender, day: string): string =>
  `${classEndsWords(day)} ${classEndsAsks(telephone)} ${organisation}`

export const classEndsMail = (setting: Sender, day: string): { subject: string; text: string } => ({
  subject: 'Your exercise class ends earlier',
  text: `${classEndsWords(day)}

${classEndsAsks(setting.telephone)} Replies to this mail are not read.

${setting.organisation}
`,
})

const waitEndedWords = 'The class that you were waiting for ends, so there will be no place in it for you.'
const waitEndedAsks = (telephone: string): string => `Please ring ${telephone} to hear about others.`

export const waitEndedText = ({ organisation, telephone }: Sender): string =>
  `${waitEndedWords} ${waitEndedAsks(telephone)} ${organisation}`

export const waitEndedMail = (setting: Sender): { subject: string; text: string } => ({
  subject: 'The class that you were waiting for',
  text: `${waitEndedWords}

${waitEndedAsks(setting.telephone)} Replies to this mail are not read.

${setting.organisation}
`,
})

/** A month of the falls calendar. */
interface Month {
  from: string
  to: string
  /** Whether it may say what is counted (decision 164). */
  saysFalls: boolean
}

/** Characters of the alphabet of text messages only, so that it is not charged twice. */
const calendarWords = ({ from, to, saysFalls }: Month): string =>
  `${saysFalls ? 'How many falls did you have' : 'Your monthly question: how many times'} from ${formatLongDate(from)} to ${formatLongDate(to)}?`
const calendarHelp = 'Nobody reads this at once: for help call 111, or 999 in an emergency.'

export const calendarText = ({ organisation }: Sender, month: Month): string =>
  `${calendarWords(month)} Reply with a number only, such as 0, 1 or 2. ${calendarHelp} Reply STOP to end these questions. ${organisation}`

export const calendarMail = (setting: Sender, month: Month): { subject: string; text: string } => ({
  subject: 'Your monthly question',
  text: `${calendarWords(month)}

Please ring ${setting.telephone} and tell us the number, also if it is 0. Ring too if you want no more of these questions. Replies to this mail are not read.

${calendarHelp}

${setting.organisation}
`,
})

/** A mail with a letter attached. The mail itself names nobody. */
export const letterMail = (setting: Setting, { id }: { id: number }) => ({
  subject: `A letter from ${signed(setting)}`,
  text: `A letter about one of your patients is attached (letter ${id}).

If you are not the practice of this patient, please delete it and tell us.

Replies to this address are not read. Our contact details are at the top of the letter.

${signed(setting)}
`,
})

/** What the public referral form tells the sender. No name, and nothing of what was written. */
interface Received {
  serviceName: string
  telephone: string | null
  reference: string
}

const receivedWords = ({ reference }: Received): string =>
  `We have your referral, reference ${reference}. We decide within two working days.`
const receivedAsks = ({ telephone }: Received): string =>
  telephone === null
    ? 'If you do not hear from us within a week, please get in touch.'
    : `If you do not hear from us within a week, please ring ${telephone}.`
const notEmergency = 'If things get worse, call 111, or 999 in an emergency.'

export const receivedText = (received: Received): string =>
  `${receivedWords(received)} ${receivedAsks(received)} ${notEmergency} ${received.serviceName}`

export const receivedMail = (received: Received): { subject: string; text: string } => ({
  subject: `We have your referral, reference ${received.reference}`,
  text: `${receivedWords(received)}

${receivedAsks(received)} ${notEmergency}

If you did not send a referral, somebody typed in your address by mistake: please ignore this mail. Replies to it are not read.

${received.serviceName}
`,
})

/** A link to the person's own page. It names nobody, and does not say what the service is for. */
export const ownPageText = ({ organisation, telephone }: Sender, address: string): string =>
  `${organisation === '' ? 'Your NHS service' : organisation}: open your page at ${address} with your date of birth. The link is for you only and works for 30 days. Questions? Ring ${telephone}.`

export const ownPageMail = (setting: Sender, address: string) => ({
  subject: 'Your page',
  text: `Open your page here, with your date of birth:

${address}

The link works for 30 days, on the first phone or computer that opens it. Do not send it on.

If you did not expect this message, ring us on ${setting.telephone}.

${setting.organisation}
`,
})
