import { patientHasDied } from '../../../contract/care/letters/recipients.ts'
import { HttpProblem } from '../../platform/errors.ts'
import type { BeginDeclineLetter } from '../../pathways/referral/closing.ts'
import { compose } from './compose.ts'
import { saveDraft } from './drafts.ts'
import { readPersons } from './person.ts'

const noTemplate =
  'This service writes a letter when it declines a referral, but no template for it is in use. Ask an administrator to put one into use. Nothing was saved.'

/**
 * Starts a draft, which counts as an unsent letter until it is signed and sent. Creates none if the patient has died
 * or such a draft is already open.
 */
export const beginDeclineLetter: BeginDeclineLetter = async (writing, pathwayId) => {
  const person = (await readPersons(writing.sql, [pathwayId])).get(pathwayId)
  if (person === undefined || patientHasDied(person.flags)) return
  const template = await writing.sql
    .selectFrom('letter_template')
    .leftJoin('letter_draft', (join) =>
      join
        .onRef('letter_draft.template_id', '=', 'letter_template.id')
        .on('letter_draft.pathway_id', '=', pathwayId)
        .on('letter_draft.is_active', '=', true),
    )
    .select(['letter_template.id', 'letter_draft.id as draftId'])
    .where('occasion', '=', 'declined')
    .where('letter_template.is_active', '=', true)
    .orderBy('letter_draft.id', (order) => order.asc().nullsLast())
    // The practice asked for the referral, so a template to the GP comes first; otherwise any recipient will do.
    .orderBy((row) => row('recipient', '=', 'gp'), 'desc')
    .orderBy('letter_template.id')
    .limit(1)
    .executeTakeFirst()
  if (template === undefined) throw new HttpProblem(409, 'conflict', noTemplate)
  if (template.draftId !== null) return
  const { templateId, title, body } = await compose(writing.sql, { pathwayId, templateId: template.id })
  await saveDraft(writing, { id: 0, pathwayId, templateId, title, body })
}
