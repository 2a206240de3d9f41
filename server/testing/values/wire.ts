import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A wire to the database that a test can cut, to be put between the product and PostgreSQL. */
export interface DatabaseWire {
  /** Address of the database at this end of the wire. */
  url: string
  /** Every connection breaks and new ones are refused, as when the database is stopped. */
  cut: () => Promise<void>
  /** Connections stay and new ones are taken, but nothing passes any more, as when the machine hangs. */
  silence: () => void
  /**
   * The connection that commits next breaks at that moment: before PostgreSQL hears of it, or after it has committed
   * and before anybody here hears that it has.
   */
  cutAtCommit: (when: 'before' | 'after') => void
  /** The database has begun again at another port. */
  leadTo: (databaseUrl: string) => void
  /** All is well again. */
  mend: () => Promise<void>
}

export const wireTo = async (databaseUrl: string): Promise<DatabaseWire> => {
  let { hostname, port } = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let isSilent = false
  let cutAt: 'before' | 'after' | null = null

  const join = (near: Socket): void => {
    const far = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    let isCommitting = false
    near.on('data', (bytes: Buffer) => {
      if (isSilent) return
      const when = cutAt !== null && isCommit(bytes) ? cutAt : null
      if (when !== null) cutAt = null
      if (when === 'before') return end()
      isCommitting = when === 'after'
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (isSilent) return
      if (isCommitting) return end()
      near.write(bytes)
    })
  }

  let server: Server
  const listen = async (at: number): Promise<number> => {
    server = createServer(join)
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  const here = await listen(0)
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${here}`
  const breakAll = (): void => {
    for (const [near] of pairs) near.destroy()
  }

  return {
    url: url.toString(),
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      breakAll()
      await closed
    },
    silence: () => {
      isSilent = true
    },
    cutAtCommit: (when) => {
      cutAt = when
    },
    leadTo: (again) => {
      ;({ hostname, port } = new URL(again))
    },
    mend: async () => {
      isSilent = false
      cutAt = null
      if (!server.listening) await listen(here)
    },
  }
}

/** A simple query of PostgreSQL's protocol: Q, its length, the text and a NUL. */
const isCommit = (bytes: Buffer): boolean => bytes.includes('commit\0')
