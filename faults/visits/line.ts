import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to the product that keeps its address while the product is stopped, replaced or out of reach. */
export interface Line {
  address: string
  /** Leads to this product from now on. */
  leadTo: (address: string) => void
  /** Leads nowhere: what is open breaks, and nothing new is let through. */
  cut: () => void
  /** The next so many connections break when an answer begins to come back. */
  loseReplies: (count: number) => void
  close: () => Promise<void>
}

export const openLine = async (): Promise<Line> => {
  const open = new Set<Socket>()
  let far: URL | null = null
  let losing = 0
  const breakAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((near) => {
    near.on('error', () => undefined)
    if (far === null) return near.destroy()
    const product = connect(Number(far.port), far.hostname)
    product.on('error', () => near.destroy())
    open.add(near).add(product)
    for (const socket of [near, product]) socket.once('close', () => open.delete(socket))
    near.once('close', () => product.destroy())
    product.once('close', () => near.destroy())
    near.pipe(product)
    product.on('data', (bytes: Buffer) => {
      if (losing > 0) {
        losing -= 1
        near.destroy()
      } else near.write(bytes)
    })
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (address) => {
      far = new URL(address)
      breakAll()
    },
    cut: () => {
      far = null
      breakAll()
    },
    loseReplies: (count) => {
      losing = count
    },
    close: async () => {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
