import type { Client } from 'pg'
import { findSlots } from '../contract/care/clinics/slot.ts'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { inRounds, together, type Asked, type Load, type Noted } from './measure.ts'
import { noteFailures, report } from './report.ts'

const clinics = 50
const booked = 20_000

/** Clinics of twenty slots a week for half a year, of which the earliest are booked, so that a search has to pass them. */
const fillClinics = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from appointment where slot_id is not null',
  )
  if ((rows[0]?.count ?? 0) >= booked) return
  await client.query(
    `with made as (
       insert into clinic (name, appointment_type, clinician_id, location_id, first_date, every_weeks, start_time, slots,
         minutes, travel_minutes, places)
       select 'Clinic ' || n, 'clinic', (select id from clinician order by id offset n % (select count(*) from clinician) limit 1),
         (select min(id) from location), $1::date + n % 7, 1, '08:00', 20, 30, 0, 1
       from generate_series(1, $2) as n
       returning id, clinician_id, location_id, first_date)
     insert into clinic_slot (clinic_id, slot_date, start_time, minutes, places, appointment_type, clinician_id, location_id)
     select id, first_date + 7 * week, to_char(time '08:00' + n * interval '30 minutes', 'HH24:MI'), 30, 1, 'clinic',
       clinician_id, location_id
     from made cross join generate_series(0, 25) as week cross join generate_series(0, 19) as n`,
    [addDays(today(), 1), clinics],
  )
  await client.query(
    `insert into appointment (pathway_id, appointment_type, appointment_date, start_time, minutes, location_id, clinician_id, slot_id, slot_place)
     select person.id, slot.appointment_type, slot.slot_date, slot.start_time, slot.minutes, slot.location_id, slot.clinician_id, slot.id, 1
     from (select *, row_number() over (order by slot_date, start_time, id) as n from clinic_slot where places = 1 and booked = 0) as slot
     join (select id, row_number() over (order by id) as n, count(*) over () as all from pathway where is_active) as person
       on person.n = 1 + slot.n % person.all
     where slot.n <= $1`,
    [booked],
  )
  await client.query('analyze clinic, clinic_slot, appointment')
}

/** The next free slots with fifty clinics and twenty thousand booked appointments. */
export const measureFreeSlots = async (
  { product, headers, seconds }: Asked,
  client: Client,
): Promise<Noted> => {
  await fillClinics(client)
  const { rows: people } = await client.query<{ id: number }>(
    'select id from pathway where is_active order by id desc limit 200',
  )
  const { rows: clinicians } = await client.query<{ id: number }>(
    'select distinct clinician_id as id from clinic',
  )
  const from = today()
  const asking = (more: Record<string, string>) => ({
    path: `${findSlots.path}?${new URLSearchParams({ from, ...more }).toString()}`,
  })
  const load = (requests: { path: string }[]): Load => ({
    ...{ connections: 4, duration: Math.max(1, seconds / 2), headers, requests },
  })
  const loads = new Map([
    ['anything', load(people.map(({ id }) => asking({ pathwayId: String(id) })))],
    ['a clinician', load(clinicians.map(({ id }) => asking({ clinicianId: String(id) })))],
    [
      'a morning in a district',
      load(people.map(({ id }) => asking({ pathwayId: String(id), part: 'morning', district: 'ZZ90' }))),
    ],
  ])
  const measured = await inRounds(product, loads)
  for (const { name, failures } of measured) noteFailures(`free slots, ${name}`, failures)
  const slowest = measured.toSorted((a, b) => b.p99 - a.p99)[0]
  report({
    what: `Free slots of 50 clinics, 20,000 booked, p99 of the slowest (${slowest?.name ?? ''})`,
    figure: slowest?.p99 ?? 0,
    unit: 'ms',
    atMost: 30,
  })
  return together(measured)
}
