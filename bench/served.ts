import { createServer, type IncomingMessage } from 'node:http'
import { openAuditTrail } from '../server/audit/auditTrail.ts'
import { findPrincipal } from '../server/accounts/sessions/principal.ts'
import { connect } from '../server/db/connect.ts'
import { withFlags } from '../server/flags/read.ts'
import { startServer } from '../server/server.ts'
import { findByNhsNumber } from '../server/search/find.ts'

/*
 * One of the two servers that the benchmark compares, in a process of its own so that its processor time is its own:
 * 'product' is Surefoot; 'bare' is a plain node:http handler that runs the same statements through the same pool.
 */
const [mode = 'product', databaseUrl = ''] = process.argv.slice(2)

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

const startBare = async (): Promise<string> => {
  const db = connect(databaseUrl)
  const auditTrail = openAuditTrail(db.pool)
  const server = createServer((request, response) => {
    const answer = async () => {
      const token = (request.headers.authorization ?? '').slice('Bearer '.length)
      const principal = await findPrincipal(db.pool, Date.now, token, null)
      if (principal === null || principal === 'role-not-held') throw new Error('Not signed in')
      const { nhsNumber } = JSON.parse(await readBody(request)) as { nhsNumber: string }
      const rows = await withFlags(db.sql, await findByNhsNumber(db.pool, nhsNumber), principal)
      await auditTrail.append({
        kind: 'read',
        action: 'bare',
        status: 200,
        userId: principal.userId,
        sessionId: principal.sessionId,
        role: null,
        requestId: 'bare',
        address: null,
        patientIds: rows.map(({ patientId }) => patientId),
        criteria: { nhsNumber },
      })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(rows))
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

process.on('message', () => process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage().rss }))
// Nobody is left to ask: the benchmark has ended, however it ended.
process.once('disconnect', () => process.exit(0))
process.send?.({ address })
