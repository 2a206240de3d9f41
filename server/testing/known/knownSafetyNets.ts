import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { capacityHistory, deleteCapacity, saveCapacity } from '../../../contract/patients/flags/capacity.ts'
import { contactHistory, deleteContact, saveContact } from '../../../contract/patients/flags/contact.ts'
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
import { endFlag, flagHistory, reviewFlag, saveFlag } from '../../../contract/patients/flags/flag.ts'
import { getSafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { flagColumns } from '../../patients/flags/columns.ts'
import {
  capacityColumns,
  contactColumns,
  fallsCalendarConsentColumns,
  reminderConsentColumns,
} from '../../patients/safetyNets/columns.ts'
import type { Columns } from '../../platform/writes/columns.ts'
import { aPatient, done } from '../world/factories.ts'
import { fallsCalendarConsentOf } from './knownFallsCalendar.ts'
import { known, knownSave, patientOfInput, reads, writes, type KnownCall } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import type { World } from '../world/world.ts'

/** For a patient without one: each sign has at most one open red flag. */
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
  of: (patientId: number) => object
  change: Wire
  save: Endpoint
  history: Endpoint
  /** Calls that name a row, with their other fields. */
  more: readonly (readonly [Endpoint, Wire])[]
}

const everyOwned: readonly Owned[] = [
  {
    table: 'patient_flag',
    columns: flagColumns,
    of: redFlagOf,
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
    of: capacityOf,
    change: { isAble: true },
    save: saveCapacity,
    history: capacityHistory,
    more: [[deleteCapacity, {}]],
  },
  {
    table: 'patient_contact',
    columns: contactColumns,
    of: contactOf,
    change: { role: 'Daughter' },
    save: saveContact,
    history: contactHistory,
    more: [[deleteContact, {}]],
  },
  {
    table: 'reminder_consent',
    columns: reminderConsentColumns,
    of: reminderConsentOf,
    change: { byText: true },
    save: saveReminderConsent,
    history: reminderConsentHistory,
    more: [[deleteReminderConsent, {}]],
  },
  {
    table: 'falls_calendar_consent',
    columns: fallsCalendarConsentColumns,
    of: fallsCalendarConsentOf,
    change: { byText: true },
    save: saveFallsCalendarConsent,
    history: fallsCalendarConsentHistory,
    more: [[deleteFallsCalendarConsent, {}]],
  },
]

/** A row of a new patient, as the input that would save it unchanged. */
const aRow = async ({ of, save }: Owned, world: World): Promise<Wire> => {
  const input = of((await aPatient(world.service, world.user)).id)
  return { ...input, ...(await done(world, save, input)) }
}

const callsOf = (owned: Owned): KnownCall[] => [
  knownSave(
    owned.save,
    async ({ service, user }) => owned.of((await aPatient(service, user)).id),
    owned.change,
    {
      table: owned.table,
      columns: owned.columns,
      patientData: writes(patientOfInput),
    },
  ),
  ...owned.more.map(([call, said]) =>
    known(
      call,
      async (world) => {
        const { id, version, patientId } = await aRow(owned, world)
        return { id, version, patientId, ...said }
      },
      writes(patientOfInput),
    ),
  ),
  known(owned.history, async (world) => ({ id: await ofThePatient(owned, world) }), reads()),
]

/** The row of the world's own patient, made once. */
const ofThePatient = async ({ of, save, table }: Owned, world: World): Promise<number> => {
  const { service, patient } = world
  const { rows } = await service.db.owner.query<{ id: number }>(
    `select id::integer as id from ${table} where patient_id = $1 order by id limit 1`,
    [patient.id],
  )
  return rows[0]?.id ?? (await done(world, save, of(patient.id))).id
}

/** The calls about flags, assessments of capacity, contacts and reminder consents. */
export const knownSafetyNetCalls: readonly KnownCall[] = [
  known(getSafetyNets, ({ patient }) => ({ patientId: patient.id }), reads()),
  ...everyOwned.flatMap(callsOf),
]
