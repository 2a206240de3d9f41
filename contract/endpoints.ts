import type { Endpoint } from './endpoint.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportPeople,
  exportWorkList,
} from './listExport.ts'
import { lookupLists } from './lookups.ts'
import { createReferral, getPathway, savePathway } from './pathway/pathway.ts'
import { getPatient, saveNextOfKin, savePatient, searchGp } from './patient.ts'
import { frat } from './records/frat.ts'
import { listReports, reportPeople, runReport } from './report.ts'
import {
  searchDemographics,
  searchNhsNumber,
  searchPatientDemographics,
  searchPatientNhsNumber,
} from './search.ts'
import { getProfile, revoke, token } from './session.ts'
import { counters, workLists } from './workList.ts'

/** Every call of the product on one page: the OpenAPI document is made from this list, and a test holds it to the live routes. */
export const endpoints: readonly Endpoint[] = [
  token,
  revoke,
  getProfile,
  ...Object.values(lookupLists),
  getPatient,
  savePatient,
  saveNextOfKin,
  searchGp,
  createReferral,
  searchNhsNumber,
  searchDemographics,
  searchPatientNhsNumber,
  searchPatientDemographics,
  getPathway,
  savePathway,
  ...Object.values(frat),
  ...Object.values(workLists),
  ...Object.values(counters),
  listReports,
  runReport,
  reportPeople,
  exportWorkList,
  exportNhsNumberSearch,
  exportDemographicsSearch,
  exportPeople,
]
