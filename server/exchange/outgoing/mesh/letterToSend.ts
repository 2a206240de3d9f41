import { sql as raw, type Kysely } from 'kysely'
import type { MeshForm } from '../../../../contract/care/letters/ways.ts'
import type { LetterFrame } from '../../../../contract/care/letters/letter.ts'
import type { DB } from '../../../platform/db/types.ts'

/** What a message says about a letter besides its PDF. */
export interface LetterToSend {
  id: number
  title: string
  frame: LetterFrame
  /** ISO 8601, with zone. */
  signedAt: string
  signedBy: string
  signatory: { familyName: string; firstName: string } | null
  patient: {
    familyName: string
    firstName: string | null
    namePrefix: string | null
    dateOfBirth: string | null
    nhsNumber: string | null
  }
  practice: {
    odsCode: string
    name: string
    /** How it takes letters by MESH now, and at which address; null if it takes none. */
    meshForm: MeshForm | null
    meshAddress: string
  }
  /** Whether the record is restricted, so that the practice treats the letter as confidential. */
  isRestricted: boolean
  /** Our number of the message by which the letter left that this one replaces; null if it replaces none, or that left otherwise. */
  replaces: string | null
}

export const readLetterToSend = async (sql: Kysely<DB>, letterId: number): Promise<LetterToSend | null> => {
  const { rows } = await raw<LetterToSend>`
    select letter.id, letter.title, letter.frame, letter.created_at as "signedAt", letter.signed_name as "signedBy",
      case when signatory.id is not null then
        jsonb_build_object('familyName', signatory.family_name, 'firstName', signatory.first_name) end as signatory,
      jsonb_build_object('familyName', patient.family_name, 'firstName', patient.first_name, 'namePrefix', name_prefix.name,
        'dateOfBirth', patient.date_of_birth, 'nhsNumber', patient.nhs_number) as patient,
      jsonb_build_object('odsCode', practice.id, 'name', practice.name, 'meshForm', letter_address.mesh_form,
        'meshAddress', coalesce(letter_address.mesh_mailbox, practice.id)) as practice,
      exists (select from patient_restriction as restriction
        where restriction.patient_id = patient.id and restriction.ended_at is null) as "isRestricted",
      (select dispatch.request_id from letter_dispatch as dispatch
        where dispatch.letter_id = letter.corrects_id and dispatch.way = 'mesh' and dispatch.reference is not null
        order by dispatch.id desc limit 1) as replaces
    from letter
    join pathway on pathway.id = letter.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    join organisation as practice on practice.id = letter.recipient_organisation_id
    left join letter_address on letter_address.organisation_id = practice.id
    left join name_prefix on name_prefix.id = patient.name_prefix_id
    left join app_user as signatory on signatory.id = letter.created_by
    where letter.id = ${letterId}`.execute(sql)
  return rows[0] ?? null
}
