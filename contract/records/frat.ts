import { z } from 'zod'
import { optionalChoice, requiredChoice, requiredDate, wholeNumber } from '../fields.ts'
import { recordCalls, recordIdentity, recordStamp } from './record.ts'

/** Highest score of the five-item tool (specification section 9). */
export const maximumFratScore = 5

/** The tool is named in full wherever a score is shown: several tools share the name (domain section 2). */
export const fratTitle = 'FRAT (Nandy 2004, five items)'

const fields = {
  assessmentDate: requiredDate('Assessment Date required', { done: true }),
  teamMemberId: requiredChoice('Team Member required'),
  locationId: requiredChoice('Location required'),
  fratScore: wholeNumber('FRAT score invalid', { from: 0, to: maximumFratScore }),
  dischargedTo: optionalChoice(),
}

export const fratForm = z.object(fields)
export const fratInput = z.object({ ...recordIdentity, ...fields })

export const fratReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  assessmentDate: z.string(),
  teamMemberId: z.int(),
  locationId: z.int(),
  fratScore: z.int(),
  dischargedTo: z.int().nullable(),
  names: z.object({ teamMember: z.string(), location: z.string(), dischargedTo: z.string().nullable() }),
})
export type Frat = z.output<typeof fratReply>

export const frat = recordCalls('frat', 'FRAT assessment', fratInput, fratReply)

/** The usual next step at a score; a prompt, never a prediction (design decision 11, domain section 2.3). */
export const fratPrompt = (score: number): string =>
  score >= 3
    ? '3 or more factors: usual next step is a full assessment.'
    : 'Fewer than 3 factors: usual next step is advice. Continue if you are concerned.'
