import { z } from 'zod'
import { doNotCallWords } from '../../patients/flags/chips.ts'
import { unlessWithheld } from '../../platform/calls/withheld.ts'
import type { Column } from '../../platform/words/grid.ts'
import { unowned } from '../unowned.ts'
import { dueGroups } from '../../stages/dueGroup.ts'
import { stages, stageTitles } from '../../stages/stage.ts'
import { flagsColumn, patientColumns } from '../../patients/patientColumns.ts'
import { saidOnPage } from '../records/said.ts'
import { patientRow } from '../../patients/search/search.ts'

/*
 * The columns that work lists add to the eight of every patient grid. To add a column, add it to `extraColumns`, and
 * its value to `extraFields`, which server/pathways/worklists/extraFields.ts reads.
 */

const nullableText = z.string().nullable()

/** Row fields in addition to those of every patient grid. */
export const extraFields = {
  /** The number to call first: mobile, otherwise home, otherwise work. */
  telephone: nullableText,
  /** Who is responsible; null if the referral is in Unowned. */
  owner: nullableText,
}

export const workListRow = patientRow.extend({
  pathwayId: z.int(),
  stage: z.enum(stages),
  /** The day from which the person waits. */
  since: nullableText,
  /** Days since then. */
  waitingDays: z.int().nullable(),
  due: nullableText,
  dueGroup: z.enum(dueGroups),
  /** 12 days late, due this week. */
  dueWords: z.string(),
  /** The patient has died, or has refused something that rules out calls; the number is omitted. */
  doNotCall: z.boolean(),
  /** Of somebody who waits: whether they still want to come, as they last said on their own page. */
  saidOfWait: saidOnPage.nullable().optional(),
  ...extraFields,
})
export type WorkListRow = z.output<typeof workListRow>

export interface ExtraColumn extends Column<WorkListRow> {
  /** Whether it is on the screen by default. Files and printouts always contain it. */
  isShownAtFirst: boolean
  /** Left out on the screen, because another column shows it. */
  isOnlyInFiles?: true
  /** Whether the server can sort the list by the id of this column (`orders` in server/pathways/worklists/read.ts). */
  isSortable: boolean
}

export const extraColumns = {
  waiting: {
    id: 'waiting',
    title: 'Waiting (days)',
    kind: 'number',
    value: ({ waitingDays }) => waitingDays,
    sortValue: ({ since }) => since,
    isShownAtFirst: true,
    isSortable: true,
    isFilterable: false,
  },
  due: {
    id: 'due',
    title: 'Due',
    kind: 'day',
    value: ({ due }) => due,
    isShownAtFirst: true,
    isSortable: true,
    isFilterable: false,
    gaps: 'first',
  },
  dueWords: {
    id: 'dueWords',
    title: 'Due in words',
    kind: 'text',
    value: ({ dueWords }) => dueWords,
    isShownAtFirst: false,
    isOnlyInFiles: true,
    isSortable: false,
    isFilterable: false,
  },
  telephone: {
    id: 'telephone',
    title: 'Telephone',
    kind: 'telephone',
    value: (row) => (row.doNotCall ? doNotCallWords : unlessWithheld(row, row.telephone)),
    isShownAtFirst: true,
    isSortable: false,
    isFilterable: false,
  },
  owner: {
    id: 'owner',
    title: 'Owner',
    kind: 'text',
    value: ({ owner }) => owner ?? unowned,
    isShownAtFirst: false,
    isSortable: false,
    isFilterable: false,
  },
} as const satisfies Record<string, ExtraColumn>
export type ExtraColumnName = keyof typeof extraColumns

/** The list that a row is on: a column for views of several lists. */
export const stageColumn: Column<WorkListRow> = {
  id: 'stage',
  title: 'List',
  kind: 'text',
  value: ({ stage }) => stageTitles[stage],
  isFilterable: false,
}

/** The columns of a work list in a file: the eight of every patient grid, then all others, then the flags. */
export const workListColumns: readonly Column<WorkListRow>[] = [
  ...Object.values(patientColumns),
  ...Object.values(extraColumns),
  stageColumn,
  flagsColumn,
]

type Sortable = {
  [Name in ExtraColumnName]: (typeof extraColumns)[Name]['isSortable'] extends true ? Name : never
}[ExtraColumnName]

/** The work list's own columns that it can be sorted by. */
export const extraSorts = (Object.keys(extraColumns) as ExtraColumnName[]).filter(
  (name): name is Sortable => extraColumns[name].isSortable,
)
