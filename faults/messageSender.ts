import { randomUUID } from 'node:crypto'
import {
  aMessage,
  incomingIdIn,
  messageHeaders,
  ourService,
  type SentBundle,
} from '../server/exchange/incoming/bars/testing/message.ts'
import { aReceiver, type Receiver } from '../server/exchange/incoming/bars/testing/receiver.ts'
import { sendingScope } from '../server/exchange/smart/scopes.ts'
import { sha256 } from '../server/platform/crypto/sha256.ts'
import { newToken } from '../server/platform/crypto/tokens.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { addDays } from '../contract/platform/dates/dates.ts'
import { nameOf } from './registered.ts'

/** With which the product takes referrals as messages, and may answer to this machine. */
export const messageSettings = {
  FHIR: 'yes',
  FHIR_KEY_HOSTS: 'localhost',
  BARS: 'yes',
  BARS_SERVICE_ID: ourService.value,
}

/** Another service that refers by message, and takes what it is told. */
export interface MessageSender {
  clientId: number
  receiver: Receiver
  send: (address: string, message: SentBundle, requestId: string) => Promise<Answered>
}

/** What a message was answered. Status 0 means that no answer came. */
interface Answered {
  status: number
  /** The kind of issue, if it was refused. */
  issue: string | null
  /** Our id of the referral, if it was taken. */
  incomingId: number | null
}

/** Registers a sender whose token lasts as long as the fault. */
export const aMessageSender = async (ownerUrl: string): Promise<MessageSender> => {
  const receiver = await aReceiver()
  const token = newToken()
  const clientId = await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `with somebody as (select min(id) as id from app_user)
       insert into fhir_client (client_id, name, organisation, contact, purpose, types, jwks, expires_date, message_url,
         approved_at, approved_by)
       select $1, 'Dispatch', 'Sampleshire Ambulance', 'it@ambulance.example', 'referring', '{ServiceRequest}',
         '{"keys": [{"kty": "EC"}]}', current_date + 30, $2, now(), somebody.id
       from somebody returning id`,
      [randomUUID(), receiver.url],
    )
    const id = Number(rows[0]?.id)
    await owner.query(
      `insert into fhir_token (hash, client_id, scopes, issued_at, expires_at)
       values ($1, $2, $3, now(), now() + interval '1 day')`,
      [sha256(token), id, [sendingScope]],
    )
    return id
  })
  return {
    clientId,
    receiver,
    send: async (address, message, requestId) => {
      try {
        const response = await fetch(`${address}/fhir/R4/$process-message`, {
          method: 'POST',
          headers: messageHeaders({ authorization: `Bearer ${token}`, 'x-request-id': requestId }),
          body: JSON.stringify(message),
        })
        const { status } = response
        const body = (await response.json()) as Record<string, unknown>
        const [issue] = (body['issue'] ?? []) as { code: string }[]
        const incomingId = status === 200 ? incomingIdIn({ status, body, headers: {}, text: '' }) : null
        return { status, issue: issue?.code ?? null, incomingId }
      } catch {
        return { status: 0, issue: null, incomingId: null }
      }
    },
  }
}

/** A message about an invented person whom nobody else is like. */
export const messageAbout = (
  n: number,
  { street, ...given }: Parameters<typeof aMessage>[0] & { street: string },
): SentBundle =>
  aMessage({
    ...given,
    patient: {
      identifier: [],
      name: [{ use: 'official', family: nameOf(n), given: ['Ivy'] }],
      birthDate: addDays('1930-01-01', (n * 37) % 9000),
      address: [{ use: 'home', line: [street], city: 'Sampletown' }],
      contact: [],
      generalPractitioner: [],
    },
  })
