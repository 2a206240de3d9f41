import type { FastifyInstance } from 'fastify'
import { listOutbox } from '../../../contract/accounts/account.ts'
import type { Service } from '../http/calls/service.ts'
import { route } from '../http/calls/route.ts'

const shownAtMost = 200

/** Serves the messages of a demonstration, newest first. If mail is really sent, none are stored. */
export const serveOutbox = (app: FastifyInstance, service: Service): void => {
  route(
    app,
    service,
    listOutbox,
    { capability: 'outbox.read', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call) => {
      const rows = await service.db.sql
        .selectFrom('outbox_message')
        .select(['id', 'at', 'channel', 'recipient', 'subject', 'body'])
        .orderBy('id', 'desc')
        .limit(shownAtMost)
        .execute()
      call.showed({ records: rows.map(({ id }) => ({ entity: 'outboxMessage', id })) })
      return rows.map(({ channel, ...row }) => ({ ...row, channel: channel as 'mail' | 'sms' }))
    },
  )
}
