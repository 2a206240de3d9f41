import { z } from 'zod'
import { addDays, today } from '../platform/dates/dates.ts'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import {
  existingId,
  optionalChoice,
  optionalDate,
  optionalText,
  recordId,
  requiredDate,
  requiredText,
  version,
} from '../platform/fields/fields.ts'
import { historyCall } from '../platform/calls/record.ts'

/**
 * Titles of the tasks that the system opens and closes. server/pathways/tasks/automaticKinds.ts defines the open causes
 * of each kind, and does not compile if one is missing.
 */
export const automaticTaskKinds = {
  targetMissed: 'Target missed',
  onwardReferral: 'Onward referral without an outcome',
  medicinesReview: 'Medicines review without an answer',
  equipment: 'Equipment not fitted, or not back',
  sessionsMissed: 'Sessions missed in a row',
  firstMissed: 'First appointment missed',
  classOver: 'Class over',
  letterNotSent: 'Letter not sent',
  redFlag: 'Red flag open',
  deathInPds: 'PDS says that the patient died',
  calendarCall: 'Falls calendar without an answer',
  calendarReply: 'Reply to the falls calendar',
  answersToRead: 'Answers on the own page to read',
} as const
export type AutomaticTaskKind = keyof typeof automaticTaskKinds

/** Kinds that come back after a user closes them, if the cause still exists. */
export const returningKinds: readonly AutomaticTaskKind[] = [
  'targetMissed',
  'medicinesReview',
  'equipment',
  'sessionsMissed',
  'firstMissed',
  'classOver',
  'letterNotSent',
  'redFlag',
  'deathInPds',
]
/** Days until such a task comes back, unless the user chooses a day. */
export const usualDaysAway = 7
/** The furthest day ahead that can be chosen, so that a typing mistake does not lose sight of a patient. */
export const mostDaysAway = 182
const taskKinds = ['manual', ...(Object.keys(automaticTaskKinds) as AutomaticTaskKind[])] as const
export type TaskKind = (typeof taskKinds)[number]

const nullableText = z.string().nullable()

const fields = {
  text: requiredText('Say what is to be done', 500),
  dueDate: requiredDate('Due date required'),
  /** null: the owner of the referral. */
  clinicianId: optionalChoice(),
}
export const taskForm = z.object(fields)

export const task = z.object({
  id: z.int(),
  version: z.int(),
  pathwayId: z.int(),
  kind: z.enum(taskKinds),
  text: z.string(),
  dueDate: z.string(),
  clinicianId: z.int().nullable(),
  clinician: nullableText,
  closedAt: nullableText,
  closedHow: z.enum(['person', 'cause']).nullable(),
  closedBy: nullableText,
  closedNote: nullableText,
  /** The day on which a closed task comes back if its cause still exists; null if it does not come back. */
  lookAgainDate: nullableText,
})
export type Task = z.output<typeof task>

export const tasksOfPathway = endpoint({
  method: 'GET',
  path: '/api/task/all',
  summary: 'Tasks of a referral: open ones by due date, then closed ones',
  input: z.object({ pathwayId: existingId() }),
  reply: z.array(task),
})

export const saveTask = saveCall({
  path: '/api/task/save',
  summary: 'Record a task (id 0), or change one; only the owner of an automatic task can be changed',
  input: z.object({ id: recordId(), version: version(), pathwayId: existingId(), ...fields }),
})

const isAway = (day: string | null | undefined): boolean =>
  day == null || (day > today() && day <= addDays(today(), mostDaysAway))

/** Closing an automatic task requires a note, and may include a day on which to look again. */
export const closeTaskForm = z.object({
  closedNote: optionalText(500),
  lookAgainDate: optionalDate().refine(isAway, {
    error: `Choose a day after today, at most ${mostDaysAway} days ahead`,
  }),
})

const whichTask = { id: existingId(), version: version() }

export const closeTask = saveCall({
  path: '/api/task/close',
  summary: 'Close a task with its outcome, and for an automatic task the day to look again',
  input: z.object({ ...whichTask, ...closeTaskForm.shape }),
})

export const reopenTask = saveCall({
  path: '/api/task/reopen',
  summary: 'Reopen a closed task',
  input: z.object(whichTask),
})

export const taskHistory = historyCall('task', 'task')

export const taskEndpoints = [tasksOfPathway, saveTask, closeTask, reopenTask, taskHistory] as const
