import type { CallName, Sample } from '../calls.ts'

/** One statement as it is prepared, with its values. */
export interface FloorStatement {
  text: string
  values: readonly unknown[]
}

const auditEvent = (
  action: string,
  patientIds: readonly number[],
  criteria: object | null,
): FloorStatement => ({
  text: `insert into floor.audit_event (action, status, user_id, session_id, patient_ids, pathway_ids, criteria, request_id, address)
    values ($1, 200, 2, 2, $2, '{}', $3, $4, '127.0.0.1')`,
  values: [
    action,
    patientIds,
    criteria === null ? null : JSON.stringify(criteria),
    '5ef1cbb6-5c33-4d62-8f26-2d10a5f3a0aa',
  ],
})

const shown = `id, pathway_id, family_name, first_name, name_prefix, nhs_number, date_of_birth, gender, postcode,
  referral_date, referrer, registered_gp, deceased`

const history = (entity: string, sequence: string, content: object): FloorStatement => ({
  text: `insert into floor.history (entity, row_id, version, user_id, content)
    values ($1, currval('${sequence}'), 1, 2, $2)`,
  values: [entity, JSON.stringify(content)],
})

const begin: FloorStatement = { text: 'begin', values: [] }
const commit: FloorStatement = { text: 'commit', values: [] }

/**
 * The least that a correct service does for each call, written by hand: one indexed look-up of the rows shown and one
 * audit insert; for a save one insert of the row and one of its history, one audit insert and one commit. Nothing of it
 * is taken from the product. A read's audit insert commits by itself.
 */
export const floorStatements: Readonly<Record<CallName, (sample: Sample) => readonly FloorStatement[]>> = {
  exact: ({ nhsNumber, patientId }) => [
    { text: `select ${shown} from floor.person where nhs_number = $1`, values: [nhsNumber] },
    auditEvent('search', [patientId], { nhsNumber }),
  ],
  name: ({ familyName, familyNameKey, dateOfBirth, patientId }) => [
    {
      text: `select ${shown} from floor.person
        where date_of_birth = $1 and family_name_key >= $2 and family_name_key < $3
        order by family_name_key, first_name_key, id limit 101`,
      values: [dateOfBirth, familyNameKey, `${familyNameKey}\u{10ffff}`],
    },
    auditEvent('search', [patientId], { familyName, dateOfBirth }),
  ],
  list: ({ stage, listed }) => [
    {
      text: 'select * from floor.listed where stage = $1 order by since, pathway_id limit 50',
      values: [stage],
    },
    auditEvent('list', listed, null),
  ],
  pathway: ({ pathwayId, patientId }) => [
    {
      text: `select row_to_json(pathway) as pathway, row_to_json(person) as person,
          (select json_agg(body order by kind, day desc) from floor.record where record.pathway_id = pathway.id) as records
        from floor.pathway join floor.person on person.id = pathway.patient_id where pathway.id = $1`,
      values: [pathwayId],
    },
    auditEvent('pathway', [patientId], null),
  ],
  create: ({ familyName, genderId, dateOfBirth }) => {
    const row = { familyName, firstName: 'Pat', dateOfBirth, genderId }
    return [
      begin,
      {
        text: `insert into floor.person (family_name, family_name_key, first_name, first_name_key, nhs_number, date_of_birth, gender)
          values ($1, lower($1) || nextval('floor.number'), 'Pat', 'pat', lastval(), $2, 'Female')`,
        values: [familyName, dateOfBirth],
      },
      history('patient', 'floor.person_id', row),
      auditEvent('create', [1], null),
      commit,
    ]
  },
  frat: ({ pathwayId, patientId }) => {
    const row = { pathwayId, assessmentDate: '2026-01-01', teamMemberId: 1, locationId: 1, fratScore: 3 }
    return [
      begin,
      {
        text: `insert into floor.frat (pathway_id, assessment_date, team_member_id, location_id, frat_score, recorded_by)
          values ($1, $2, $3, $4, $5, 2)`,
        values: Object.values(row),
      },
      history('frat', 'floor.frat_id_seq', row),
      auditEvent('frat', [patientId], null),
      commit,
    ]
  },
}
