import { z } from 'zod'
import { workListColumns } from './listColumns.ts'
import { narrowing } from './listFilters.ts'
import { stages } from '../../stages/stage.ts'
import { patientColumns } from '../../patients/patientColumns.ts'
import { demographicsSearch, nhsNumberSearch, textSearch } from '../../patients/search/search.ts'
import { exportOf, sheetOf } from '../../platform/calls/sheet.ts'

/*
 * The lists of patients that nearly every screen exports. They are separate from the other exports, which import the
 * columns of every room.
 */

const patientSheet = sheetOf(Object.values(patientColumns))

export const exportWorkList = exportOf(
  '/api/list',
  'a work list',
  narrowing.extend({ stage: z.enum(stages, { error: 'Choose a work list' }) }).and(sheetOf(workListColumns)),
)
export const exportNhsNumberSearch = exportOf(
  '/api/search/nhsNumber',
  'the results of a search by NHS number',
  nhsNumberSearch.and(patientSheet),
)
export const exportDemographicsSearch = exportOf(
  '/api/search/demographics',
  'the results of a search by demographics',
  demographicsSearch.and(patientSheet),
)
export const exportPatientSearch = exportOf(
  '/api/search/patients',
  'the results of the search box',
  textSearch.and(patientSheet),
)
