import { startServer } from '../server/app/server.ts'
import { floorServer, type FloorOrder } from './floor/handler.ts'

/*
 * One of the two servers that the benchmark compares, in a process of its own so that its processor time is its own:
 * 'product' is Surefoot, and 'working' is it with the work on the queue; 'floor' is a plain node:http handler that sends the floor's statements.
 */
const [mode = 'product', databaseUrl = ''] = process.argv.slice(2)

/** What the benchmark asks of the process. */
export type Order = { ask: 'usage' } | { ask: 'serve'; order: FloorOrder }

const floor = mode === 'floor' ? floorServer(databaseUrl) : null

const startFloor = async ({ server }: ReturnType<typeof floorServer>): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return `http://127.0.0.1:${port}`
}

const address =
  floor !== null
    ? await startFloor(floor)
    : (
        await startServer({
          databaseUrl,
          host: '127.0.0.1',
          port: 0,
          logLevel: 'warn',
          trustedProxies: ['127.0.0.1'],
          fhir: { publicUrl: 'http://localhost', keyHosts: [] },
          csds: { provider: 'ZZ999', submitter: 'ZZ999', commissioner: null, teamType: null },
          ...(mode === 'working' && { courier: () => ({ mail: null, sms: null }) }),
        })
      ).address

/** Each order is answered, so that the benchmark knows that it was taken. */
const obey = (order: Order): object => {
  switch (order.ask) {
    case 'usage':
      return { cpu: process.cpuUsage(), memory: process.memoryUsage() }
    case 'serve':
      floor?.serve(order.order)
      return {}
  }
}
process.on('message', (order: Order) => void process.send?.(obey(order)))
// Nobody is left to ask: the benchmark has ended, however it ended.
process.once('disconnect', () => process.exit(0))
process.send?.({ address })
