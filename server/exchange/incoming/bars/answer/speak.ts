import { sql as raw, type Kysely } from 'kysely'
import { instantOf } from '../../../../../contract/platform/words/format.ts'
import type { DB } from '../../../../platform/db/types.ts'
import type { BarsSettings, ExchangeService } from '../../../settings/settings.ts'
import { post } from '../../../smart/post.ts'
import type { Answer, Outcome, Speaker } from '../../answers/send.ts'
import { codingsOf, partOf, partsOf, textOf } from '../../parts.ts'
import { bundleOf } from '../message/bundle.ts'
import { targetIn } from '../message/headers.ts'
import { sentMessage } from '../message/message.ts'
import { writeAnswer } from './write.ts'

/** How services that sent a message are answered: at the address with which they are registered. */
export const barsSpeaker = (service: ExchangeService, version: string): Speaker | null => {
  const { bars, fhir, db, clock } = service
  if (bars === null || fhir === null) return null
  return {
    write: async (answer) => {
      const asked = await readAsked(db.sql, answer)
      if (asked?.body == null) return null
      return writeAnswer(sentMessage(bundleOf(partOf(asked.body))), {
        answer,
        reference: asked.reference,
        now: instantOf(clock()),
        settings: bars,
        service: { name: asked.serviceName, telephone: asked.telephone, version },
        answers: asked.firstAnswer ?? asked.bundleId,
        isFirst: asked.firstAnswer === null,
      })
    },
    send: async (answer, body) => {
      const url = await addressOf(db.sql, answer.incomingId)
      if (url === null) return { as: 'again', problem: 'The sender is not registered any more.' }
      // A token goes to no host but the one that gave it.
      const tokens = bars.tokens?.host === new URL(url).host ? bars.tokens.source : null
      const { status, body: said } = await post(
        `${url.endsWith('/') ? url.slice(0, -1) : url}/$process-message`,
        {
          headers: headersFor(answer, body, bars.serviceId, (await tokens?.get()) ?? null),
          body: JSON.stringify(body),
          hosts: fhir.keyHosts,
        },
      )
      if (status === 401) tokens?.drop()
      return outcomeOf(status, said)
    },
  }
}

interface Asked {
  reference: string
  bundleId: string
  body: unknown
  /** The Bundle with which the request was answered before; null for the first answer. */
  firstAnswer: string | null
  serviceName: string
  telephone: string | null
}

const readAsked = async (sql: Kysely<DB>, { id, incomingId }: Answer): Promise<Asked | undefined> => {
  const { rows } = await raw<Asked>`
    select incoming.reference, message.bundle_id as "bundleId", message.body,
      (select earlier.bundle_id from sender_answer as earlier
        where earlier.incoming_referral_id = incoming.id and earlier.id < ${id} and earlier.state = 'sent'
        order by earlier.id limit 1) as "firstAnswer",
      letterhead.service_name as "serviceName", letterhead.telephone
    from incoming_referral as incoming
    join lateral (select bundle_id, body from service_message
      where incoming_referral_id = incoming.id and event in ('new', 'update') order by id desc limit 1) as message on true
    cross join letterhead
    where incoming.id = ${incomingId}`.execute(sql)
  return rows[0]
}

/** Of a client that may still send; one that was ended is not answered any more. */
const addressOf = async (sql: Kysely<DB>, incomingId: number): Promise<string | null> => {
  const { rows } = await raw<{ url: string | null }>`
    select client.message_url as url from service_message as message
    join fhir_client as client on client.id = message.client_id
    where message.incoming_referral_id = ${incomingId} and client.revoked_at is null
    order by message.id limit 1`.execute(sql)
  return rows[0]?.url ?? null
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64')

const headersFor = (
  { requestId, bundleId }: Answer,
  body: unknown,
  serviceId: BarsSettings['serviceId'],
  token: string | null,
): Record<string, string> => {
  const [header = {}] = partsOf(partOf(body)['entry']).map(({ resource }) => partOf(resource))
  const [destination = {}] = partsOf(header['destination'])
  const source = partOf(header['source'])
  return {
    'content-type': 'application/fhir+json; version=1.4.0',
    accept: 'application/fhir+json; version=1.4.0',
    'x-request-id': requestId,
    'x-correlation-id': bundleId,
    'nhsd-target-identifier': encoded(targetIn(textOf(destination['endpoint']) ?? '')),
    'nhsd-end-user-organisation': encoded({
      resourceType: 'Organization',
      identifier: [serviceId],
      name: source['name'],
    }),
    'nhsd-requesting-software': encoded({
      resourceType: 'Device',
      deviceName: [{ name: source['software'], type: 'manufacturer-name' }],
      version: [{ value: source['version'] }],
    }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
}

/** Statuses after which the same message may be accepted later. */
const passing = [401, 403, 404, 405, 408, 425, 429]

const outcomeOf = (status: number, said: string): Outcome => {
  if (status >= 200 && status < 300) return { as: 'sent' }
  if (status === 409 && isDuplicate(said)) return { as: 'sent' }
  const problem = `It was answered with ${status}.`
  return { as: status >= 500 || status < 400 || passing.includes(status) ? 'again' : 'refused', problem }
}

/** The receiver has it already: an earlier attempt arrived, and its answer was lost. */
const isDuplicate = (said: string): boolean => {
  try {
    return partsOf(partOf(JSON.parse(said))['issue']).some(
      ({ code, details }) =>
        code === 'duplicate' || codingsOf(details).some((coding) => /duplicate/i.test(coding.code)),
    )
  } catch {
    return false
  }
}
