import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { capacityHistory, deleteCapacity, saveCapacity } from '../../../contract/patients/flags/capacity.ts'
import { contactHistory, deleteContact, saveContact } from '../../../contract/patients/flags/contact.ts'
import {
  deleteReminderConsent,
  reminderConsentHistory,
  saveReminderConsent,
} from '../../../contract/patients/flags/reminderConsent.ts'
import { endFlag, flagHistory, reviewFlag, saveFlag } from '../../../contract/patients/flags/flag.ts'
import { getSafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { flagColumns } from '../../patients/flags/columns.ts'
import { capacityColumns, contactColumns, reminderConsentColumns } from '../../patients/safetyNets/columns.ts'
import type { Columns } from '../../platform/writes/columns.ts'
import { aPatient, type Saved } from '../world/factories.ts'
import type { KnownCall } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import type { World } from '../world/world.ts'

/** Of a patient without any: a sign has one open red flag at most. */
export const redFlagOf = (patientId: number): InputOf<typeof saveFlag> => ({
  id: 0,
  patientId,
  kind: 'redFlag',
  category: 'blackout',
  detail: 'Found on the kitchen floor, remembers nothing',
  sinceDate: addDays(today(), -2),
  action: 'sameDayGp',
  reviewDate: addDays(today(), 1),
})

export const capacityOf = (patientId: number): InputOf<typeof saveCapacity> => ({
  id: 0,
  patientId,
  decision: 'Whether to accept a home visit',
  isAble: false,
  assessedDate: addDays(today(), -3),
  assessor: 'Okafor, Ada (physiotherapist)',
  basis: 'Could not keep in mind what was said long enough to weigh it',
  attorney: 'Daniel Ashworth, health and welfare',
})

export const contactOf = (patientId: number): InputOf<typeof saveContact> => ({
  id: 0,
  patientId,
  name: 'Ruth Marlowe',
  role: 'Neighbour with a key',
  phoneNumber: '01632 960 007',
  mayLeaveMessage: false,
  isPreferred: false,
  isEmergency: false,
  note: 'After six in the evening',
})

export const reminderConsentOf = (patientId: number): InputOf<typeof saveReminderConsent> => ({
  id: 0,
  patientId,
  askedDate: addDays(today(), -4),
  byText: false,
  byMail: false,
  isSilentNumber: false,
  note: 'Would rather be rung',
})

interface Owned {
  table: string
  columns: Columns
  of: (patientId: number) => Wire
  change: Wire
  save: Endpoint
  history: Endpoint
  /** Calls that name a row, and what they say beside it. */
  more: readonly (readonly [Endpoint, Wire])[]
}

const asWire =
  <Input extends object>(of: (patientId: number) => Input) =>
  (patientId: number): Wire =>
    of(patientId) as Wire

const everyOwned: readonly Owned[] = [
  {
    table: 'patient_flag',
    columns: flagColumns,
    of: asWire(redFlagOf),
    change: { detail: 'Found on the stairs' },
    save: saveFlag,
    history: flagHistory,
    more: [
      [reviewFlag, { reviewDate: addDays(today(), 30) }],
      [endFlag, { endedNote: 'Seen by the GP the same day' }],
    ],
  },
  {
    table: 'capacity_assessment',
    columns: capacityColumns,
    of: asWire(capacityOf),
    change: { isAble: true },
    save: saveCapacity,
    history: capacityHistory,
    more: [[deleteCapacity, {}]],
  },
  {
    table: 'patient_contact',
    columns: contactColumns,
    of: asWire(contactOf),
    change: { role: 'Daughter' },
    save: saveContact,
    history: contactHistory,
    more: [[deleteContact, {}]],
  },
  {
    table: 'reminder_consent',
    columns: reminderConsentColumns,
    of: asWire(reminderConsentOf),
    change: { byText: true },
    save: saveReminderConsent,
    history: reminderConsentHistory,
    more: [[deleteReminderConsent, {}]],
  },
]

/** A row of a patient of its own, as the input that would save it as it stands. */
const aRow = async ({ of, save }: Owned, { service, user }: World): Promise<Wire> => {
  const input = of((await aPatient(service, user)).id)
  const { status, body } = await service.ask(save, input, user)
  if (status !== 200) throw new Error(`${save.path} answered ${status} ${JSON.stringify(body)}`)
  return { ...input, ...(body as Saved) }
}

const patientOfInput = (_: World, input: Wire) => [input['patientId']]

const callsOf = (owned: Owned): KnownCall[] => [
  {
    call: owned.save,
    input: async ({ service, user }) => owned.of((await aPatient(service, user)).id),
    patientData: { use: 'write', of: patientOfInput },
    saves: [
      {
        table: owned.table,
        columns: owned.columns,
        existing: { input: (world) => aRow(owned, world), change: () => owned.change },
      },
    ],
  },
  ...owned.more.map(([call, said]): KnownCall => ({
    call,
    input: async (world) => {
      const { id, version, patientId } = await aRow(owned, world)
      return { id, version, patientId, ...said }
    },
    patientData: { use: 'write', of: patientOfInput },
    saves: [],
  })),
  {
    call: owned.history,
    input: async ({ service, user, patient }) => {
      const found = await historied(owned, service, user, patient.id)
      return { id: found }
    },
    patientData: { use: 'read', of: ({ patient }) => [patient.id] },
    saves: [],
  },
]

/** The row of the world's own patient, made once. */
const historied = async (
  { of, save, table }: Owned,
  service: World['service'],
  user: World['user'],
  patientId: number,
): Promise<number> => {
  const { rows } = await service.db.owner.query<{ id: number }>(
    `select id::integer as id from ${table} where patient_id = $1 order by id limit 1`,
    [patientId],
  )
  return rows[0]?.id ?? ((await service.ask(save, of(patientId), user)).body as Saved).id
}

/** Flags, assessments of capacity and contacts, for the tests that must hold on every call. */
export const knownSafetyNetCalls: readonly KnownCall[] = [
  {
    call: getSafetyNets,
    input: ({ patient }) => Promise.resolve({ patientId: patient.id }),
    patientData: { use: 'read', of: ({ patient }) => [patient.id] },
    saves: [],
  },
  ...everyOwned.flatMap(callsOf),
]
