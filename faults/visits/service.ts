import { getVisitEntry, visitWork } from '../../contract/care/visits/visits.ts'
import { getProfile } from '../../contract/accounts/session.ts'
import { savePatient } from '../../contract/patients/patient.ts'
import { savePathway } from '../../contract/pathways/referral/pathway.ts'
import { appointment } from '../../contract/pathways/records/appointment.ts'
import { addDays, today } from '../../contract/platform/dates/dates.ts'
import type { Endpoint, InputOf, ReplyOf } from '../../contract/platform/calls/endpoint.ts'
import { nhsNumbersFrom } from '../../db/seed/demonstration/people.ts'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { signInAt } from '../../server/testing/process/signInAt.ts'
import { nameOf } from '../registered.ts'

const ask = async <E extends Endpoint>(
  address: string,
  headers: Record<string, string>,
  { method, path, reply }: E,
  input: InputOf<E>,
): Promise<ReplyOf<E>> => {
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
  const response = await fetch(`${address}${path}${query}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
  })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return reply.parse(await response.json()) as ReplyOf<E>
}

export interface Visited {
  name: string
  nhsNumber: string
}

const firstOf = async (ownerUrl: string, table: string): Promise<number> =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from ${table} where is_active order by id limit 1`,
    )
    return Number(rows[0]?.id)
  })

/** Patients whom the clinician of the demonstration visits today, one after another. */
export const bookVisits = async (
  { address, ownerUrl }: { address: string; ownerUrl: string },
  count: number,
): Promise<Visited[]> => {
  const headers = await signInAt(address)
  const { user } = await ask(address, headers, getProfile, {})
  if (user.clinicianId === null) throw new Error('The clinician has no diary')
  const [genderId, referrerId, referralMethodId, locationId] = await Promise.all(
    ['gender', 'referrer', 'method', 'location'].map((table) => firstOf(ownerUrl, table)),
  )
  const numbers = nhsNumbersFrom(999_800_001)
  const visits: Visited[] = []
  for (let n = 0; n < count; n += 1) {
    const familyName = nameOf(70_001 + n * 13)
    const nhsNumber = numbers.next().value
    const patient = {
      id: 0,
      familyName,
      firstName: 'Visited',
      dateOfBirth: '1938-05-06',
      genderId,
      nhsNumber,
    }
    const { id: patientId } = await ask(address, headers, savePatient, patient as never)
    const { id: pathwayId } = await ask(address, headers, savePathway, {
      ...{ id: 0, patientId, referralDate: addDays(today(), -30), referrerId, referralMethodId },
    } as never)
    await ask(address, headers, appointment.save, {
      ...{ id: 0, pathwayId, appointmentType: 'visit', appointmentDate: today(), minutes: 30, locationId },
      ...{ startTime: `${String(8 + n).padStart(2, '0')}:10`, clinicianId: user.clinicianId },
    } as never)
    visits.push({ name: familyName, nhsNumber })
  }
  return visits
}

/** Every text with a mark in it that came in: one for each record, and one for each form that waits for its author. */
export const cameIn = async (
  { address, ownerUrl }: { address: string; ownerUrl: string },
  mark: string,
): Promise<{ records: string[]; waiting: string[] }> => {
  const records = await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ note: string }>(
      `select note from contact_note where note like $1 union all select note from medicines_review where note like $1`,
      [`%${mark}%`],
    )
    return rows.map(({ note }) => note)
  })
  const headers = await signInAt(address)
  const work = await ask(address, headers, visitWork, {})
  const waiting: string[] = []
  for (const { id } of work.waiting) {
    const { typed } = await ask(address, headers, getVisitEntry, { id })
    if (typed.includes(mark)) waiting.push(typed)
  }
  return { records, waiting }
}
