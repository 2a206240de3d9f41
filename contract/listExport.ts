import { z } from 'zod'
import { auditInputs, columnsOfQuestion } from './auditQuestion.ts'
import { auditQuestions, type AuditQuestion } from './auditQuestionNames.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import { optionalText, yesNo } from './fields.ts'
import { fileReply } from './file.ts'
import { filterLength, type Column } from './grid.ts'
import { inErrorColumns } from './inError.ts'
import { workListColumns } from './listColumns.ts'
import { narrowing } from './listFilters.ts'
import { lookupColumnsOf, lookupNames, type LookupName } from './lookups.ts'
import { organisationColumns } from './organisation.ts'
import { stages } from './pathway/stage.ts'
import { mergeColumns } from './merge.ts'
import { patientColumns } from './patientColumns.ts'
import { possibleDuplicateColumns } from './possibleDuplicate.ts'
import { mediaTypes, drillDownInput } from './report.ts'
import { accessColumns } from './restriction.ts'
import { demographicsSearch, nhsNumberSearch, textSearch } from './search.ts'
import { userColumns } from './user.ts'

/* Every grid can be saved whole, as it is filtered and sorted: all its rows and not only those on screen. */

export const sheetTypes = ['csv', 'xlsx'] as const
export type SheetType = (typeof sheetTypes)[number]

type ColumnIds = readonly Pick<Column<never>, 'id'>[]

const sheetOf = (columns: ColumnIds) =>
  z.object({
    type: z.enum(sheetTypes, { error: `Choose ${sheetTypes.join(' or ')}` }),
    /** The words typed into the filter of the grid. */
    filter: optionalText(filterLength),
    /** The column by which the grid is sorted; without one the rows keep the order of the list. */
    sortBy: z
      .enum(
        columns.map(({ id }) => id),
        { error: 'Choose a column of the list' },
      )
      .optional(),
    isDescending: yesNo().optional(),
  })

/** How a grid is to be saved. */
export type SheetAsked = z.output<ReturnType<typeof sheetOf>>

/** @param input what is listed, with `sheetOf` its columns */
const exportOf = <Input extends z.ZodType>(path: string, what: string, input: Input) =>
  endpoint({
    method: 'POST',
    path: `${path}/export`,
    takesNoKey: true,
    summary: `Save ${what} as a spreadsheet`,
    input,
    reply: fileReply,
    files: sheetTypes.map((type) => mediaTypes[type]),
  })

const patientSheet = sheetOf(Object.values(patientColumns))

export const exportWorkList = exportOf(
  '/api/list',
  'a work list',
  narrowing.extend({ stage: z.enum(stages, { error: 'Choose a work list' }) }).and(sheetOf(workListColumns)),
)
export const exportNhsNumberSearch = exportOf(
  '/api/search/nhsNumber',
  'what a search by NHS number finds',
  nhsNumberSearch.and(patientSheet),
)
export const exportDemographicsSearch = exportOf(
  '/api/search/demographics',
  'what a search by demographics finds',
  demographicsSearch.and(patientSheet),
)
export const exportPatientSearch = exportOf(
  '/api/search/patients',
  'what the one search box finds',
  textSearch.and(patientSheet),
)
export const exportPeople = exportOf(
  '/api/report/{reportName}/people',
  'the patients behind one number of a report',
  drillDownInput.and(patientSheet),
)

const exportLookup = (of: LookupName) =>
  exportOf(`/api/${of}`, `the ${of} list with its inactive rows`, sheetOf(lookupColumnsOf(of)))
export const lookupExports = Object.fromEntries(lookupNames.map((of) => [of, exportLookup(of)])) as Record<
  LookupName,
  ReturnType<typeof exportLookup>
>
export const exportOrganisations = exportOf(
  '/api/organisation',
  'the organisations with the inactive ones',
  sheetOf(organisationColumns),
)
export const exportUsers = exportOf('/api/user', 'the users with the inactive ones', sheetOf(userColumns))

export const exportPossibleDuplicates = exportOf(
  '/api/possibleDuplicate',
  'the pairs of records that may be of one person',
  sheetOf(possibleDuplicateColumns),
)
export const exportInError = exportOf(
  '/api/registeredInError',
  'what was registered in error',
  sheetOf(inErrorColumns),
)
export const exportMerges = exportOf('/api/merge', 'the records that were merged', sheetOf(mergeColumns))
export const exportAccesses = exportOf(
  '/api/restrictedAccess',
  'the restricted records that were opened with a reason',
  sheetOf(accessColumns),
)
const exportAnswer = <Input extends z.ZodType>(question: AuditQuestion, input: Input) =>
  exportOf(
    `/api/audit/${question}`,
    `what the audit trail answers (${question})`,
    input.and(sheetOf(columnsOfQuestion[question])),
  )
export const auditExports = {
  patient: exportAnswer('patient', auditInputs.patient),
  user: exportAnswer('user', auditInputs.user),
  unusual: exportAnswer('unusual', auditInputs.unusual),
  refused: exportAnswer('refused', auditInputs.refused),
  exports: exportAnswer('exports', auditInputs.exports),
}

/** One for each kind of grid. */
export const listExports: readonly Endpoint[] = [
  exportWorkList,
  exportNhsNumberSearch,
  exportDemographicsSearch,
  exportPatientSearch,
  exportPeople,
  ...Object.values(lookupExports),
  exportOrganisations,
  exportUsers,
  exportPossibleDuplicates,
  exportMerges,
  exportInError,
  exportAccesses,
  ...auditQuestions.map((question) => auditExports[question]),
]
