import { createServer } from 'node:http'
import { openAuditTrail } from '../server/platform/audit/auditTrail.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { startServer } from '../server/app/server.ts'
import { record } from './recording.ts'
import { replay, type Replay } from './replay.ts'

/*
 * One of the two servers that the benchmark compares, in a process of its own so that its processor time is its own:
 * 'product' is Surefoot; 'bare' is a plain node:http handler that runs the same statements through the same pools.
 */
const [mode = 'product', databaseUrl = ''] = process.argv.slice(2)

/** What the benchmark asks of the process. */
export type Order =
  { ask: 'usage' } | { ask: 'record' } | { ask: 'recorded' } | { ask: 'serve'; replay: Replay }

let served: Replay | null = null

const startBare = async (): Promise<string> => {
  const db = connect(databaseUrl)
  const parts = {
    read: db.pool,
    write: db.pools.get('write') ?? db.pool,
    auditTrail: openAuditTrail(db.pool),
  }
  const server = createServer((request, response) => {
    const answer = async () => {
      // As long as the body is, it is read.
      for await (const _ of request);
      if (served === null) throw new Error('Nothing to serve')
      await replay(served, parts)
      response.setHeader('content-type', 'application/json')
      response.end(served.reply)
    }
    answer().catch((error: Error) => {
      response.statusCode = 500
      response.end(error.message)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return `http://127.0.0.1:${port}`
}

const address =
  mode === 'bare'
    ? await startBare()
    : (
        await startServer({
          databaseUrl,
          host: '127.0.0.1',
          port: 0,
          logLevel: 'warn',
          trustedProxies: ['127.0.0.1'],
        })
      ).address

let recording: ReturnType<typeof record> | null = null

/** Each order is answered, so that the benchmark knows that it was taken. */
const obey = (order: Order): object => {
  switch (order.ask) {
    case 'usage':
      return { cpu: process.cpuUsage(), memory: process.memoryUsage() }
    case 'record':
      recording = record()
      return {}
    case 'recorded':
      return recording?.stop() ?? []
    case 'serve':
      served = order.replay
      return {}
  }
}
process.on('message', (order: Order) => void process.send?.(obey(order)))
// Nobody is left to ask: the benchmark has ended, however it ended.
process.once('disconnect', () => process.exit(0))
process.send?.({ address })
