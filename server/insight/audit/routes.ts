import type { FastifyInstance } from 'fastify'
import {
  askAudit,
  columnsOfQuestion,
  getAuditSeal,
  listAuditUsers,
  mostEventsShown,
  type AuditRow,
} from '../../../contract/insight/audit/auditQuestion.ts'
import type { AuditQuestion } from '../../../contract/insight/audit/auditQuestionNames.ts'
import { auditExports } from '../../../contract/app/listExport.ts'
import type { Trace } from '../../platform/audit/auditTrail.ts'
import { readSeal } from '../../platform/audit/seal/status.ts'
import { notFound } from '../../platform/errors.ts'
import { serveListExport } from '../../platform/http/lists/listExport.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import { eventRow, findEvents, peopleOf, type Asked } from './answers.ts'
import { findUnusual } from './unusual.ts'

const rights: Rights = {
  capability: 'report.audit',
  audit: 'read',
  idempotency: 'safe',
  rate: 'report',
  restricted: 'lists',
}

/** Every question to the audit trail (DP-5), each with its export, and the trail's proof of integrity (DP-3). */
export const serveAudit = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db

  const requirePatient = async (id: number) => {
    const patient = await sql
      .selectFrom('patient')
      .select(['id', 'family_name', 'first_name', 'nhs_number', 'date_of_birth'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (patient === undefined) throw notFound()
    return patient
  }

  const requireUser = async (id: number): Promise<string> => {
    const user = await sql
      .selectFrom('app_user')
      .select('display_name')
      .where('id', '=', id)
      .executeTakeFirst()
    if (user === undefined) throw notFound()
    return user.display_name
  }

  route(app, service, askAudit.patient, rights, async (call, input) => {
    const patient = await requirePatient(input.patientId)
    const events = await findEvents(sql, 'patient', input, mostEventsShown + 1)
    call.showed({ patientIds: [patient.id], criteria: input })
    return {
      rows: events
        .slice(0, mostEventsShown)
        .map((event) => ({ ...eventRow(event), patientId: null, patient: null, nhsNumber: null })),
      isMore: events.length > mostEventsShown,
      patient: {
        id: patient.id,
        name: [patient.family_name, patient.first_name].filter((part) => part !== null).join(', '),
        nhsNumber: patient.nhs_number,
        dateOfBirth: patient.date_of_birth,
      },
      people: peopleOf(events),
    }
  })
  serveListExport(app, service, auditExports.patient, {
    capability: 'report.audit',
    columns: columnsOfQuestion.patient,
    read: async (_, input, limit) => {
      const { id } = await requirePatient(input.patientId)
      const events = await findEvents(sql, 'patient', input, limit)
      return {
        title: 'Who opened this patient',
        rows: events.map((event) => ({ ...eventRow(event), patientId: id })),
      }
    },
    trace: traceOf,
  })

  const requireClient = async (id: number): Promise<string> => {
    const client = await sql.selectFrom('fhir_client').select('name').where('id', '=', id).executeTakeFirst()
    if (client === undefined) throw notFound()
    return client.name
  }

  for (const question of ['user', 'client', 'refused', 'exports'] as const) {
    const requireSubject = async ({ userId, clientId }: Asked): Promise<string> => {
      const title = titles[question]
      if (userId !== undefined) return `${title} ${await requireUser(userId)}`
      return clientId === undefined ? title : `${title} ${await requireClient(clientId)}`
    }
    route(app, service, askAudit[question], rights, async (call, input) => {
      await requireSubject(input)
      const events = await findEvents(sql, question, input, mostEventsShown + 1)
      const rows = events.slice(0, mostEventsShown).map(eventRow)
      call.showed({ ...traceOf(rows), criteria: input })
      return { rows, isMore: events.length > mostEventsShown }
    })
    serveListExport(app, service, auditExports[question], {
      capability: 'report.audit',
      columns: columnsOfQuestion[question],
      read: async (_, input, limit) => ({
        title: await requireSubject(input),
        name: names[question],
        rows: (await findEvents(sql, question, input, limit)).map(eventRow),
      }),
      trace: traceOf,
    })
  }

  route(app, service, askAudit.unusual, rights, async (call, input) => {
    const found = await findUnusual(sql, input, mostEventsShown + 1)
    const rows = found.slice(0, mostEventsShown)
    call.showed({ ...traceOf(rows), criteria: input })
    return { rows, isMore: found.length > mostEventsShown }
  })
  serveListExport(app, service, auditExports.unusual, {
    capability: 'report.audit',
    columns: columnsOfQuestion.unusual,
    read: async (_, input, limit) => ({
      title: 'Unusual reading',
      rows: await findUnusual(sql, input, limit),
    }),
    trace: traceOf,
  })

  route(app, service, listAuditUsers, { ...rights, audit: 'none', rate: 'read' }, async () => {
    const users = await sql
      .selectFrom('app_user')
      .select(['id', 'display_name', 'user_name', 'is_active'])
      .orderBy('family_name')
      .orderBy('first_name')
      .orderBy('id')
      .execute()
    return users.map(({ id, display_name: name, user_name: userName, is_active: isActive }) => ({
      id,
      name: `${name} (${userName}${isActive ? '' : ', no longer in use'})`,
    }))
  })
  route(
    app,
    service,
    getAuditSeal,
    { capability: 'administration.read', audit: 'none', idempotency: 'safe', rate: 'read' },
    () => readSeal(sql, service.auditAnchor?.place ?? null),
  )
}

const titles = {
  user: 'What was done by',
  client: 'What was read by',
  refused: 'Refused calls',
  exports: 'What left as a file',
} as const satisfies Partial<Record<AuditQuestion, string>>
const names = {
  user: 'what-a-user-did',
  client: 'what-a-fhir-client-read',
  refused: 'refused-calls',
  exports: 'what-left-as-a-file',
} as const

/** The patients whose names leave the service in the reply. */
const traceOf = (rows: readonly AuditRow[]): Trace => ({
  patientIds: rows.flatMap(({ patientId }) => (patientId === null ? [] : [patientId])),
})
