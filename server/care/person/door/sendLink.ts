import { sql as raw } from 'kysely'
import type { TaskList } from 'graphile-worker'
import { isNotToBeTold } from '../../../../contract/patients/flags/chips.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { decryptText } from '../../../platform/crypto/encryption.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import { taskOf, type Job } from '../../../platform/db/jobs/jobs.ts'
import type { Courier } from '../../../platform/messages/couriers.ts'
import { ownPageMail, ownPageText } from '../../../platform/messages/texts.ts'
import { tellPatient } from '../../telling/tellPatient.ts'
import { latestConsent, reminderFacts } from '../../telling/tellPatient.ts'
import { personPath, type PersonService } from '../service.ts'
import { referralOf } from './linkTask.ts'
import { whyNotBy, type Reached } from './mayReach.ts'
import { refuseLink } from './refuseLink.ts'

/** Nine attempts retry for more than an hour. */
export const sendLink: { name: string; attempts: number } & Job<{ linkId: number }> = {
  name: 'sendPersonLink',
  attempts: 9,
}

/** What is encrypted of a link. */
export const sealedFor = 'code of a link to the own page'

interface Waiting extends Reached {
  way: 'text' | 'mail'
  sealed: Buffer
  patientId: number
  pathwayId: number
  /** It was recorded after the link was given that the person is not safe at home. Before, somebody had to tick a box. */
  isAtRiskSince: boolean
}

/** The queue's task that sends a link. The code is forgotten here as soon as the message has been handed over. */
export const linkTasks = (service: PersonService, courier: Courier): TaskList =>
  taskOf(sendLink, async ({ linkId }, key) => {
    const { db, clock, secretKey, personPage } = service
    if (personPage === null) return
    const { rows } = await raw<Waiting>`
      select link.way, link.code_sealed as sealed, patient.id as "patientId", ${reminderFacts} as facts,
        ${referralOf(raw`patient.id`)} as "pathwayId",
        contact.phone_number as "contactPhone", link.contact_id is not null as "isContacts",
        exists (select from patient_restriction as restriction
          where restriction.patient_id = patient.id and restriction.ended_at is null and restriction.kind = 'safety'
            and restriction.created_at > link.created_at) as "isAtRiskSince"
      from person_link as link
      join patient on patient.id = link.patient_id and patient.is_active
      left join lateral (${latestConsent}) as consent on true
      left join patient_contact as contact on contact.id = link.contact_id and contact.is_active
      where link.id = ${linkId} and link.ended_at is null and link.code_sealed is not null
        and link.valid_until > ${instantOf(clock())}`.execute(db.sql)
    const [found] = rows
    if (found === undefined) return
    // By night a link waits for the morning, and all that was asked when it was given may have changed.
    if (isNotToBeTold(found.facts.flags) || found.isAtRiskSince || whyNotBy(found, found.way) !== null) {
      await transact(db.sql, (sql) => refuseLink(sql, clock(), { ...found, linkId }))
      return
    }
    const address = `${personPage.publicUrl}${personPath}/${decryptText(secretKey, sealedFor, found.sealed)}`
    const facts = found.isContacts ? { ...found.facts, phoneMobile: found.contactPhone } : found.facts
    const outcome = await tellPatient(
      service,
      courier,
      found.way,
      facts,
      { text: (setting) => ownPageText(setting, address), mail: (setting) => ownPageMail(setting, address) },
      { key, purpose: 'ownPage', about: { pathwayId: found.pathwayId, appointmentId: null } },
    )
    if (outcome === 'notSent') throw new Error(`The link ${linkId} could not be sent`)
    await raw`
      update person_link set code_sealed = null,
        ended_at = case when ${outcome === 'refused'} then ${instantOf(clock())}::timestamptz else ended_at end,
        ended_how = case when ${outcome === 'refused'} then 'refused' else ended_how end
      where id = ${linkId}`.execute(db.sql)
    await service.audit.append({
      ...{ kind: 'write', action: 'own page, link sent', status: 200 },
      ...{ userId: null, sessionId: null, role: null, requestId: `person-link-${linkId}`, address: null },
      patientIds: [found.patientId],
      pathwayIds: [found.pathwayId],
      criteria: { channel: found.way, outcome },
      records: [{ entity: 'personLink', id: linkId }],
    })
  })
