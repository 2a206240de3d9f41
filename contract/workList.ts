import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { searchedText } from './fields.ts'
import { stages, stageTitles, type Stage } from './pathway/stage.ts'
import { patientRow } from './search.ts'

/** Columns a work list can be sorted by on the server; '-' in front turns the order round. */
export const workListSorts = [
  'since',
  'due',
  'patient',
  'nhsNumber',
  'dateOfBirth',
  'gender',
  'postcode',
  'referralDate',
  'referrer',
  'registeredGP',
] as const
export type WorkListSort = (typeof workListSorts)[number]

const decimal = z
  .string()
  .max(6, { abort: true })
  .regex(/^[0-9]{1,6}$/)
  .transform(Number)

/** Without `limit` the whole list, at most 1,000 rows; X-Total-Count tells how many there are (design decision 6). */
export const workListInput = z.object({
  limit: z.union([z.int(), decimal]).pipe(z.int().min(1).max(1000)).optional(),
  sort: z
    .string()
    .max(20, { error: 'Unknown sort', abort: true })
    .regex(new RegExp(`^-?(${workListSorts.join('|')})$`), 'Unknown sort')
    .optional(),
  /** Pathway id of the last row of the page before. */
  after: z
    .union([
      z.int(),
      z
        .string()
        .max(15, { abort: true })
        .regex(/^[0-9]{1,15}$/)
        .transform(Number),
    ])
    .optional(),
  /** Beginning of a family name or NHS number. */
  q: searchedText(35),
})

export const workListRow = patientRow.extend({ pathwayId: z.int() })
export type WorkListRow = z.output<typeof workListRow>

const listOf = (stage: Stage) =>
  endpoint({
    method: 'GET',
    path: `/api/list/${stage}`,
    summary: `Work list: ${stageTitles[stage]}`,
    input: workListInput,
    reply: z.array(workListRow),
  })

const countOf = (stage: Stage) =>
  endpoint({
    method: 'GET',
    path: `/api/kpi/${stage}`,
    summary: `How many pathways are on the list ${stageTitles[stage]}`,
    input: z.object({}),
    reply: z.int(),
  })

const forEachStage = <T>(make: (stage: Stage) => T) =>
  Object.fromEntries(stages.map((stage) => [stage, make(stage)])) as Record<Stage, T>

export const workLists = forEachStage(listOf)
export const counters = forEachStage(countOf)
