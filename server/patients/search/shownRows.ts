import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import { listOfIds, prepare } from '../../platform/db/query/compileOnce.ts'
import type { DB } from '../../platform/db/types.ts'
import { factColumns, isSaidDead, type FactColumns } from '../flags/read.ts'

/**
 * The open pathway of a row of `patient`, otherwise the latest; no row if there is none.
 * @param also another condition on the pathway
 */
export const latestPathway = (of: string, also = 'true') => `
    select pathway.id, pathway.referral_date,
      (select name from referrer where referrer.id = pathway.referrer_id) as referrer
    from pathway
    where pathway.patient_id = ${of}.id and pathway.is_active and ${also}
    order by (pathway.discharge_date is null and pathway.cancel_referral_date is null) desc,
      pathway.referral_date desc nulls last, pathway.id desc
    limit 1`

/**
 * Each of the patients with the open pathway, otherwise the latest (specification, patient grids). For a patient on a
 * list, the row of the list has all of it, and whether the patient is said to have died. The pathways are searched only
 * for the others. The referrer is looked up, not joined: a join would read the whole list of referrers again for each
 * patient.
 */
const shown = (
  of: string,
) => `${of}.id as "patientId", coalesce(on_list.pathway_id, latest.id) as "pathwayId",
    ${of}.family_name as "familyName", ${of}.first_name as "firstName", name_prefix.name as "namePrefix",
    ${of}.nhs_number as "nhsNumber", ${of}.date_of_birth as "dateOfBirth", gender.name as gender, ${of}.postcode,
    case when on_list.pathway_id is null then latest.referral_date else on_list.referral_date end as "referralDate",
    case when on_list.pathway_id is null then latest.referrer else on_list.referrer end as referrer,
    gp.name as "registeredGP", ${of}.deceased_date is not null as deceased`
export const joins = (of: string) => `
  join gender on gender.id = ${of}.gender_id
  left join name_prefix on name_prefix.id = ${of}.name_prefix_id
  left join organisation as gp on gp.id = ${of}.registered_gp
  left join lateral (
    select work_list.pathway_id, work_list.referral_date, work_list.referrer, work_list.deceased
    from work_list
    where work_list.patient_id = ${of}.id
    order by work_list.referral_date desc nulls last, work_list.pathway_id desc
    limit 1
  ) as on_list on true
  left join lateral (${latestPathway(of, 'on_list.pathway_id is null')}
  ) as latest on true`

/** A row with the facts that its chips are built from. */
export type WithFacts<Row extends PatientRow = PatientRow> = Row & FactColumns

/** @param more columns after those of every grid */
export const shownWithFacts = (of: string, more = raw``) =>
  raw`${raw.raw(shown(of))}${more}, ${factColumns(of, isSaidDead(of, raw`on_list.deceased`))}`

/**
 * Reads patients by their ids, in the order of the ids, with one plan that is kept. Inactive patients are left out.
 * @param name name of the prepared statement
 * @param more columns after those of every grid
 */
export const patientsByIds = <Row extends PatientRow>(
  name: string,
  more?: RawBuilder<unknown>,
): ((sql: Kysely<DB>, ids: readonly number[]) => Promise<WithFacts<Row>[]>) =>
  prepare<WithFacts<Row>>(
    name,
    raw`
  select ${shownWithFacts('listed', more)}
  from ${listOfIds(1)} join patient as listed on listed.id = asked.id and listed.is_active
  ${raw.raw(joins('listed'))}
  order by asked.place`,
  )
