import { setTimeout as sleep } from 'node:timers/promises'
import { startService, type RealService, type ServiceLine } from '../service.ts'

/** `npm run serve` of one machine, begun again when it ends, as its service manager would. */
export interface KeptProduct {
  name: string
  address: string
  /** Ends it without notice. */
  kill: () => void
  isReady: () => Promise<boolean>
  /** What it said, also before it was begun again. */
  lines: () => ServiceLine[]
  stop: () => Promise<void>
}

const againAfterMs = 2_000

export const keepProduct = async (
  name: string,
  settings: Record<string, string>,
  folder: string,
  say: (sentence: string) => void,
): Promise<KeptProduct> => {
  const said: ServiceLine[] = []
  let isWanted = true
  let service: RealService = await startService(settings, [], folder)

  const watch = (running: RealService): void => {
    running.child.once('exit', (code, signal) => {
      said.push(...running.lines())
      if (!isWanted) return
      say(`${name} ended with ${signal ?? code}; it is begun again`)
      void again()
    })
  }
  const again = async (): Promise<void> => {
    while (isWanted) {
      await sleep(againAfterMs)
      try {
        service = await startService(settings, [], folder)
        if (!isWanted) return await service.end()
        return watch(service)
      } catch (error) {
        // As while the database is away: it is tried until it can serve.
        say(`${name} could not start: ${(error as Error).message.split('\n')[0] ?? ''}`)
      }
    }
  }
  watch(service)

  const { address } = service
  return {
    name,
    address,
    kill: () => void service.child.kill('SIGKILL'),
    isReady: () =>
      fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    lines: () => (service.child.exitCode === null ? [...said, ...service.lines()] : [...said]),
    stop: async () => {
      isWanted = false
      await service.end()
    },
  }
}
