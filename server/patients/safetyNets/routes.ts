import type { FastifyInstance } from 'fastify'
import { capacityHistory, deleteCapacity, saveCapacity } from '../../../contract/patients/flags/capacity.ts'
import { contactHistory, deleteContact, saveContact } from '../../../contract/patients/flags/contact.ts'
import { endFlag, flagHistory, reviewFlag, saveFlag } from '../../../contract/patients/flags/flag.ts'
import {
  deleteFallsCalendarConsent,
  fallsCalendarConsentHistory,
  saveFallsCalendarConsent,
} from '../../../contract/patients/flags/fallsCalendarConsent.ts'
import {
  deleteReminderConsent,
  reminderConsentHistory,
  saveReminderConsent,
} from '../../../contract/patients/flags/reminderConsent.ts'
import { getSafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { flagTable } from '../flags/columns.ts'
import { serveHistory } from '../../platform/http/history/routes.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import {
  capacityColumns,
  capacityTable,
  valuesOfContact,
  contactTable,
  fallsCalendarConsentColumns,
  fallsCalendarConsentTable,
  reminderConsentColumns,
  reminderConsentTable,
} from './columns.ts'
import type { SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import {
  endFlagRow,
  flagTableOf,
  reviewFlagRow,
  saveFlagRow,
  settleTasksOfPatient,
  type SettleTasks,
} from './flags.ts'
import { deleteOwned, saveOwned } from './ownedRow.ts'
import { viewSafetyNets } from './view.ts'

/** Anybody who hears of a danger writes it down, including front desk staff. They cannot end a red flag. */
const write: Rights = { capability: 'patient.write', audit: 'write', idempotency: 'create', rate: 'write' }
const repeat: Rights = { ...write, idempotency: 'repeatable' }
/** An assessment of capacity is a clinical record. */
const clinical: Rights = { ...write, capability: 'clinical.write' }

/** Flags of a patient, assessments of capacity and contacts (decision 55). */
export const serveSafetyNets = (app: FastifyInstance, service: Service, settleTasks: SettleTasks): void => {
  route(
    app,
    service,
    getSafetyNets,
    { capability: 'patient.read', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { patientId }) => {
      const view = await viewSafetyNets(service.db.sql, patientId)
      const shown = (entity: string, rows: readonly { id: number; version: number }[]) =>
        rows.map(({ id, version }) => ({ entity, id, version }))
      call.showed({
        patientIds: [patientId, ...view.similarNames.map(({ id }) => id)],
        records: [
          ...shown('flag', view.flags),
          ...shown('capacity', view.capacity),
          ...shown('contact', view.contacts),
          ...shown('reminderConsent', view.reminderConsents),
          ...shown('fallsCalendarConsent', view.fallsCalendarConsents),
        ],
      })
      return view
    },
  )
  route(app, service, saveFlag, write, (call, input) =>
    call.write((writing) => saveFlagRow(writing, input, settleTasks)),
  )
  route(app, service, reviewFlag, repeat, (call, input) =>
    call.write((writing) => reviewFlagRow(writing, input, settleTasks)),
  )
  route(app, service, endFlag, repeat, (call, input) =>
    call.write((writing) => endFlagRow(writing, input, call.may('clinical.write'), settleTasks)),
  )
  route(app, service, saveCapacity, clinical, (call, input) =>
    call.write((writing) => saveOwned(writing, capacityTable, input, () => valuesOf(capacityColumns, input))),
  )
  route(app, service, deleteCapacity, { ...clinical, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => deleteOwned(writing, capacityTable, input)),
  )
  route(app, service, saveContact, write, (call, input) =>
    call.write((writing) =>
      saveOwned(writing, contactTable, input, (before) => valuesOfContact(input, before)),
    ),
  )
  route(app, service, deleteContact, repeat, (call, input) =>
    call.write((writing) => deleteOwned(writing, contactTable, input)),
  )
  route(app, service, saveReminderConsent, write, (call, input) =>
    call.write((writing) =>
      saveOwned(writing, reminderConsentTable, input, () => valuesOf(reminderConsentColumns, input)),
    ),
  )
  route(app, service, deleteReminderConsent, repeat, (call, input) =>
    call.write((writing) => deleteOwned(writing, reminderConsentTable, input)),
  )
  // Where the calendar stops, or begins again, its calls follow.
  const withCalls = async (writing: Writing, saved: SavedRow): Promise<SavedRow> => {
    const { patient_id: patientId } = await writing.sql
      .selectFrom('falls_calendar_consent')
      .select('patient_id')
      .where('id', '=', saved.id)
      .executeTakeFirstOrThrow()
    await settleTasksOfPatient(writing, patientId, settleTasks)
    return saved
  }
  route(app, service, saveFallsCalendarConsent, write, (call, input) =>
    call.write(async (writing) =>
      withCalls(
        writing,
        await saveOwned(writing, fallsCalendarConsentTable, input, () =>
          valuesOf(fallsCalendarConsentColumns, input),
        ),
      ),
    ),
  )
  route(app, service, deleteFallsCalendarConsent, repeat, (call, input) =>
    call.write(async (writing) =>
      withCalls(writing, await deleteOwned(writing, fallsCalendarConsentTable, input)),
    ),
  )
  serveHistory(app, service, flagHistory, {
    ...flagTable,
    parent: 'patient_id',
    labelsOf: ({ kind }) => flagTableOf(String(kind)).labels,
  })
  serveHistory(app, service, capacityHistory, { ...capacityTable, parent: 'patient_id' })
  serveHistory(app, service, contactHistory, { ...contactTable, parent: 'patient_id' })
  serveHistory(app, service, reminderConsentHistory, { ...reminderConsentTable, parent: 'patient_id' })
  serveHistory(app, service, fallsCalendarConsentHistory, {
    ...fallsCalendarConsentTable,
    parent: 'patient_id',
  })
}
