import { createServer, type Server } from 'node:http'
import { Pool, types } from 'pg'
import type { CallName, Sample } from '../calls.ts'
import { floorStatements } from './statements.ts'

/** As many connections as the product may use for calls at once. */
const connections = 22
const dateType = 1082

export interface FloorOrder {
  call: CallName
  samples: readonly Sample[]
}

/** A plain node:http handler that sends the floor's statements, each prepared once for a connection, and answers their rows. */
export const floorServer = (databaseUrl: string): { server: Server; serve: (order: FloorOrder) => void } => {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: connections,
    options: '-c role=surefoot_app',
    types: {
      getTypeParser: ((id: number, format?: 'text') =>
        id === dateType
          ? (text: string) => text
          : types.getTypeParser(id, format)) as typeof types.getTypeParser,
    },
  })
  let order: FloorOrder | null = null
  let asked = 0
  const answer = async (): Promise<string> => {
    const sample = order?.samples[asked % order.samples.length]
    if (order === null || sample === undefined) throw new Error('Nothing to serve')
    asked += 1
    const { call } = order
    const client = await pool.connect()
    let isBroken = true
    try {
      const shown: unknown[] = []
      for (const [place, { text, values }] of floorStatements[call](sample).entries()) {
        const { rows } = await client.query<Record<string, unknown>>({
          ...(values.length === 0 ? {} : { name: `${call} ${place}` }),
          text,
          values: [...values],
        })
        shown.push(...rows)
      }
      isBroken = false
      return JSON.stringify(shown)
    } finally {
      client.release(isBroken)
    }
  }
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      let sent = ''
      for await (const part of request) sent += String(part)
      if (sent !== '') JSON.parse(sent)
      const reply = await answer()
      response.setHeader('content-type', 'application/json')
      response.end(reply)
    }
    respond().catch((error: Error) => {
      response.statusCode = 500
      response.end(error.message)
    })
  })
  return {
    server,
    serve: (given) => {
      order = given
    },
  }
}
