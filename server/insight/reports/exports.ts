import type { FastifyInstance } from 'fastify'
import { today } from '../../../contract/platform/dates/dates.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportPatientSearch,
  exportWorkList,
} from '../../../contract/pathways/worklists/patientExports.ts'
import { exportPeople } from '../../../contract/app/listExport.ts'
import { stageColumn, workListColumns } from '../../../contract/pathways/worklists/listColumns.ts'
import { stageRoutes, stageTitles } from '../../../contract/stages/stage.ts'
import { restrictedInWords } from '../../../contract/platform/calls/withheld.ts'
import { flagsColumn, foundColumns, patientColumns } from '../../../contract/patients/patientColumns.ts'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import type { Trace } from '../../platform/audit/auditTrail.ts'
import { withFlagsAsRead } from '../../patients/flags/read.ts'
import { concurrencyLimit } from '../../platform/files/concurrencyLimit.ts'
import { readPage } from '../../platform/http/lists/page.ts'
import { serveListExport } from '../../platform/http/lists/listExport.ts'
import { findByDemographics, findByNhsNumber } from '../../patients/search/find.ts'
import { findByText } from '../../patients/search/findByText.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { askedBy, completeRows, stagesOf, workListOf, type ListedRow } from '../../pathways/worklists/read.ts'
import { dueByNow } from '../../pathways/worklists/targets.ts'
import { requireReport } from '../requireReport.ts'
import { findPeople, namedPeople } from './drillDown.ts'
import type { Patiently } from './patiently.ts'
import { periodOf } from './run.ts'

/** Exports every patient grid in full. */
export const serveExports = (app: FastifyInstance, service: Service, patiently: Patiently): void => {
  const { sql } = service.db
  const { secretKey } = service
  serveListExport(app, service, exportWorkList, {
    ...ofPatients,
    columns: workListColumns,
    // The stage column is needed only if one file contains several lists.
    hasColumn: ({ id }, input) => id !== stageColumn.id || stagesOf(input).length > 1,
    capability: 'workList.read',
    read: async ({ principal }, input, limit) => {
      const { stage, filter } = input
      const by = await dueByNow(service)
      const asked = { limit, q: filter ?? '' }
      const list = workListOf(await askedBy(sql, input, principal, asked), by)
      const { rows } = await readPage<ListedRow>(sql, secretKey, list, asked)
      return {
        name: stageRoutes[stage],
        title: stageTitles[stage],
        rows: await completeRows(sql, rows, by, principal),
        isFiltered: true,
      }
    },
  })
  serveListExport(app, service, exportNhsNumberSearch, {
    ...ofPatients,
    capability: 'patient.search',
    read: async ({ principal }, { nhsNumber }) => ({
      ...found,
      rows: await findByNhsNumber(service.db, nhsNumber, principal),
    }),
  })
  serveListExport(app, service, exportDemographicsSearch, {
    ...ofPatients,
    capability: 'patient.search',
    read: async ({ principal }, input, limit) => {
      const asked = { limit, q: input.filter ?? '' }
      const { rows } = await findByDemographics(sql, secretKey, input, asked, principal)
      return { ...found, rows, isFiltered: true }
    },
  })
  serveListExport(app, service, exportPatientSearch, {
    ...ofPatients,
    columns: [...Object.values(patientColumns), ...foundColumns, flagsColumn],
    capability: 'patient.search',
    read: async ({ principal }, input, limit) => {
      const asked = { limit, q: input.filter ?? '' }
      const { rows } = await findByText(sql, secretKey, input.text, asked, principal)
      return { ...found, rows: await withFlagsAsRead(sql, rows, principal), isFiltered: true }
    },
  })
  serveListExport(app, service, exportPeople, {
    ...ofPatients,
    capability: 'report.run',
    // Counting may take minutes, so it delays no other list.
    limited: concurrencyLimit(2, Infinity),
    read: async (call, input, limit) => {
      const report = requireReport(call, input.reportName, input)
      const { rows } = await patiently(call, (count) =>
        count((snapshot) => {
          const period = periodOf(snapshot, { ...input, today: today(service.clock()) })
          return findPeople(snapshot, report, input, period, limit)
        }),
      )
      const { named, withheld } = await namedPeople(sql, rows, call.principal)
      const title = withheld === 0 ? report.title : `${report.title}, without ${restrictedInWords(withheld)}`
      return { name: input.reportName, title, rows: named }
    },
  })
}

const found = { name: 'patients', title: 'Patients found' }

const ofPatients = {
  columns: [...Object.values(patientColumns), flagsColumn],
  trace: (rows: readonly PatientRow[]): Trace => ({
    patientIds: rows.map(({ patientId }) => patientId),
    pathwayIds: rows.flatMap(({ pathwayId }) => (pathwayId === null ? [] : [pathwayId])),
  }),
}
