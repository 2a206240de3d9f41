import { sql as raw, type AliasedRawBuilder, type Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DoseFacts } from '../../../contract/care/classes/dose.ts'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import type { RecordKindName, RecordsOf } from '../../../contract/pathways/records/kinds.ts'
import { doseOfPlan } from '../classes/people.ts'
import type { DB } from '../../platform/db/types.ts'
import { recordsOf } from '../../pathways/records/recordsOf.ts'
import type { LetterFlag } from './careInWords.ts'

/** The kinds of record that a letter may mention. */
const kinds = [
  'frat',
  'wellbeing',
  'treatmentPlan',
  'exercise',
  'exerciseAttendance',
  'fall',
  'measure',
  'medicinesReview',
  'fallsChecklist',
  'equipmentAssessment',
  'onwardReferral',
  'appointment',
] as const satisfies readonly RecordKindName[]
type Kind = (typeof kinds)[number]
type Lists = { [Each in Kind]: AliasedRawBuilder<RecordsOf[Each][], Each> }[Kind]

const lists = kinds.map(recordsOf) as Lists[]

/** The records of a referral, each kind latest first. */
export type Care = Awaited<ReturnType<typeof readCare>>

export const readCare = async (sql: Kysely<DB>, pathwayId: number) => {
  const found = await sql
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .innerJoin('gender', 'gender.id', 'patient.gender_id')
    .leftJoin('referrer', 'referrer.id', 'pathway.referrer_id')
    .leftJoin('declined_referral', 'declined_referral.id', 'pathway.declined_referral_id')
    .leftJoin('discharge_reason', 'discharge_reason.id', 'pathway.discharge_reason_id')
    .leftJoin('discharged_to', 'discharged_to.id', 'pathway.discharged_to_id')
    .select(['referrer.name as referrer', 'pathway.referral_date as referralDate'])
    .select(['declined_referral.name as declinedReason', 'pathway.discharge_date as dischargeDate'])
    .select(['discharge_reason.name as dischargeReason', 'discharged_to.name as dischargedTo'])
    .select('gender.code as genderCode')
    .select(lists)
    .select((row) => [
      // The patient's red flags: those still open, and those recorded while this referral was open.
      jsonArrayFrom(
        row
          .selectFrom('patient_flag as flag')
          .select([
            raw<RedFlagSign>`flag.category`.as('sign'),
            'flag.detail',
            'flag.action',
            raw<CalendarDate>`(flag.created_at at time zone 'Europe/London')::date`.as('foundDate'),
            'flag.review_date as reviewDate',
            raw<CalendarDate | null>`(flag.ended_at at time zone 'Europe/London')::date`.as('endedDate'),
            'flag.ended_note as endedNote',
          ])
          .whereRef('flag.patient_id', '=', 'pathway.patient_id')
          .where('flag.kind', '=', 'redFlag')
          .where(
            raw<boolean>`(flag.ended_at is null or (flag.created_at at time zone 'Europe/London')::date
              between pathway.referral_date and coalesce(pathway.discharge_date, 'infinity'))`,
          )
          .orderBy('flag.created_at')
          .orderBy('flag.id')
          .$castTo<LetterFlag>(),
      ).as('redFlags'),
      jsonObjectFrom(
        row
          .selectFrom('next_of_kin as kin')
          .leftJoin('name_prefix as prefix', 'prefix.id', 'kin.name_prefix_id')
          .select(['prefix.name as prefix', 'kin.first_name as firstName', 'kin.family_name as familyName'])
          .select([
            'kin.relationship',
            'kin.phone_number as phoneNumber',
            'kin.phone_number_note as phoneNumberNote',
          ])
          .whereRef('kin.patient_id', '=', 'pathway.patient_id')
          .where('kin.is_active', '=', true),
      ).as('nextOfKin'),
      jsonArrayFrom(
        row
          .selectFrom('class_member as member')
          .innerJoin('exercise_class as class', 'class.id', 'member.class_id')
          .select(['class.name', 'member.joined_date as joinedDate', 'member.ended_date as endedDate'])
          .whereRef('member.pathway_id', '=', 'pathway.id')
          .where('member.joined_date', 'is not', null)
          .orderBy('member.joined_date')
          .orderBy('member.id'),
      ).as('classes'),
      // The first day of exercise under a plan, as the lists calculate it.
      raw<CalendarDate | null>`(
        select min(plan.begun_on) from care_plan as plan where plan.pathway_id = pathway.id and plan.kind = 'exercise')`.as(
        'exerciseBegan',
      ),
      raw<DoseFacts | null>`(
        select ${doseOfPlan} from exercise
        where exercise.pathway_id = pathway.id and exercise.is_active
        order by exercise.exercise_plan_date desc, exercise.id desc limit 1)`.as('dose'),
    ])
    .where('pathway.id', '=', pathwayId)
    .executeTakeFirst()
  if (found === undefined) throw new Error('The referral of a letter has gone')
  return found
}
