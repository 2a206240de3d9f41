import { fillReportWorld } from './reportWorld.ts'
import type { TestDatabase } from '../process/database.ts'

/*
 * The people of the report world with what the national return has besides: appointments with every outcome and without
 * one, contact notes and calls about the same contact, scores with and without a contact on their day, restricted
 * records, and codes on some of the lists.
 */

const outcomes = `array['attended', 'attendedLate', 'tooLate', 'didNotAttend', 'wasNotBrought', 'cancelledByPatient', 'cancelledByService', null]`
const day = `(coalesce(pathway.referral_date, date '2026-02-10') + (n * 13 + pathway.id * 7)::integer % 160)`

const statements = [
  `insert into appointment (pathway_id, appointment_type, appointment_date, start_time, minutes, location_id, clinician_id, outcome, is_active)
   select pathway.id, (array['visit', 'clinic', 'call'])[1 + (pathway.id + n) % 3], ${day}, case when n % 2 = 0 then '09:30' else '14:05' end,
     30 + n, (select min(id) from location) + n % 3, 900 + (pathway.id + n) % 4, (${outcomes})[1 + (pathway.id * 3 + n) % 8],
     (pathway.id + n) % 11 <> 0
   from pathway cross join generate_series(1, 4) as n`,
  // Notes of the day of an appointment, of another kind on the same day, and on a day of their own.
  `insert into contact_note (pathway_id, contact_date, contact_type, minutes, note, is_active)
   select pathway_id, appointment_date + case when id % 5 = 0 then 3 else 0 end,
     case when id % 7 = 0 then 'other' when id % 3 = 0 then 'visit' else appointment_type end, 20, 'Seen, "at home", =1+1', id % 9 <> 0
   from appointment where id % 2 = 0`,
  `insert into followup (pathway_id, call_date, clinician_id, outcome)
   select pathway_id, appointment_date, clinician_id, (array[null, 'reached', 'noAnswer', 'spokeToOther'])[1 + id % 4]
   from appointment where appointment_type = 'call' and id % 3 = 0`,
  `insert into contact_note (pathway_id, contact_date, contact_type, note)
   select pathway_id, call_date, 'call', 'Rang' from followup where id % 4 = 0`,
  `insert into measure (pathway_id, measure, measured_date, clinician_id, value, unable, is_active)
   select pathway_id, case when id % 2 = 0 then 'timedUpAndGo' else 'clinicalFrailty' end,
     appointment_date + case when id % 4 < 2 then 0 else 2 end, clinician_id, case when id % 13 = 0 then null else 1 + id % 9 end,
     id % 13 = 0, id % 10 <> 0
   from appointment where id % 3 <> 1`,
  `insert into patient_restriction (patient_id, kind, reason) select id, 'safety', 'Told by the police' from patient where id % 17 = 0`,
  `update referrer set csds_code = 'C' || id, csds_source = case when id % 2 = 0 then 'Test' else '' end`,
  `update discharge_reason set csds_code = '0' || id % 10, csds_source = 'Test'`,
  `update location set csds_code = 'A01', csds_source = 'Test' where id = (select min(id) from location)`,
  `update patient set nhs_number_status = '01' where id % 3 = 0 and nhs_number is not null`,
]

export const fillCsdsWorld = async (db: TestDatabase, seed = 7): Promise<void> => {
  await fillReportWorld(db, seed)
  for (const statement of statements) await db.owner.query(statement)
}
