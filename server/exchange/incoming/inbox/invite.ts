import type { CheckedInputOf } from '../../../../contract/platform/calls/endpoint.ts'
import type { inviteIncoming } from '../../../../contract/exchange/incoming/incomingReferral.ts'
import type { Told } from '../../../../contract/exchange/incoming/told.ts'
import { today, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { formatDate, formatLongDate } from '../../../../contract/platform/words/format.ts'
import { readLetterhead } from '../../../care/letters/letterhead.ts'
import { inOneLine } from '../../../care/letters/values.ts'
import { HttpProblem } from '../../../platform/errors.ts'
import { changeRow, type SavedRow } from '../../../platform/writes/saveRow.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { incomingTable } from './columns.ts'
import { lockUndecided } from './decide.ts'
import { addressed, nameOf, storeLetter } from './letter.ts'
import { assertMayInvite } from './mayInvite.ts'

interface Inviting {
  /** Milliseconds since the epoch. */
  now: number
  /** The page on which the person may answer; null if there is none. */
  formUrl: string | null
}

/**
 * Invites a person of a case-finding list by letter, once. It waits for an answer until the day, and is late after it;
 * no reminder is sent.
 */
export const invite = async (
  writing: Writing,
  { id, version, chaseDate }: CheckedInputOf<typeof inviteIncoming>,
  { now, formUrl }: Inviting,
): Promise<SavedRow & { letterId: number }> => {
  const { locked, told, source } = await lockUndecided(writing, id)
  if (source !== 'caseFinding')
    throw new HttpProblem(
      409,
      'conflict',
      'Only people of case-finding lists are invited by letter. Nothing was saved.',
    )
  await assertMayInvite(writing.sql, id, told)
  const { version: _, ...head } = await readLetterhead(writing.sql)
  if (head.telephone === null)
    throw new HttpProblem(
      409,
      'conflict',
      'An invitation says which number to ring, but the letterhead has no telephone number. Ask an administrator to fill it in. Nothing was saved.',
    )
  const day = today(now)
  const saved = await changeRow(writing, {
    ...incomingTable,
    ...{ id, version, locked, patientId: null },
    values: {
      state: 'asked',
      asked_what: `Invited by letter, to answer by ${formatDate(chaseDate)}`,
      asked_date: day,
      chase_date: chaseDate,
    },
  })
  const letterId = await storeLetter(writing, id, {
    title: 'Would you like help to stay steady on your feet?',
    body: invitation({
      told,
      answerBy: chaseDate,
      reference: locked.reference,
      serviceName: head.serviceName,
      telephone: head.telephone,
      formUrl,
    }),
    frame: { head, ...addressed({ told }, false), date: day, size: 'patient' },
    isInvitation: true,
  })
  return { ...saved, letterId }
}

interface Said {
  told: Told
  answerBy: CalendarDate
  reference: string
  serviceName: string
  telephone: string
  formUrl: string | null
}

/**
 * The text of an invitation. It is no template of the lists: those are offered for letters about patients, and this
 * person is none.
 */
const invitation = ({ told, answerBy, reference, serviceName, telephone, formUrl }: Said): string => {
  const sender = inOneLine(told.sender.organisation ?? told.person.gpPractice ?? 'Your GP practice')
  return `Dear ${inOneLine(nameOf(told))},

We are ${serviceName}. We help people to stay steady on their feet.

# Why we write to you

${sender} gave us your name. They looked in their records for people whom we may be able to help. You did not ask for this, and you need not do anything.

# What we offer

One of our team meets you, at home or in a clinic. We talk about falls, your health and your medicines, and look at how you stand and walk. Then we agree with you what may help, such as exercises. It costs you nothing.

# If you would like this

Ring us on ${telephone} by ${formatLongDate(answerBy)}.${formUrl === null ? '' : ` Or fill in the form at ${formUrl}`}

Your reference is ${reference}.

# If you would not like this

You may say no, or not answer. Nothing changes for you: your care from your GP and from everybody else stays as it is. You can ask us for help later, at any time.

If you do not want us to write to you again, ring us and say so. We then take you off our list for good, even if somebody else gives us your name.

# If you fall

If you are hurt, hit your head, cannot get up or feel unwell after a fall, ring 999. If it is not so urgent, ring 111.

If you have any questions, or need this letter in another form or language, ring us on ${telephone}.`
}
