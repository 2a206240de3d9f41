import { connect, type Socket } from 'node:net'

export interface SlowClients {
  /** Whether all of them have been opened. */
  allOpened: () => boolean
  /** How many the product still serves. */
  open: () => number
  /** Of those that it let go: how many heard why, by the status of the answer. */
  heard: (status: number) => number
  end: () => void
}

/** How a slow client behaves. */
export interface Slowness {
  /** Sent at once. */
  first: string
  /** Sent again each second, such as one more header or one more byte of a body. */
  then?: string
  /** Whether it takes what it is answered. */
  reads?: boolean
}

const pauseMs = 1_000
const everyMs = 10

/**
 * Opens so many connections that all keep the product waiting, each for as long as it is let.
 * @param perSecond how fast they are opened; all at once unless given
 */
export const openSlowClients = (
  address: string,
  count: number,
  { first, then, reads = true }: Slowness,
  perSecond = Infinity,
): SlowClients => {
  const { hostname, port } = new URL(address)
  const open = new Set<Socket>()
  const heard: string[] = []
  const timers: NodeJS.Timeout[] = []
  const openOne = (): void => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.unref()
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
    socket.once('connect', () => {
      socket.write(first)
      if (then === undefined) return
      const goingOn = setInterval(() => socket.writable && socket.write(then), pauseMs)
      // A fault that fails must not keep its run alive.
      goingOn.unref()
      timers.push(goingOn)
    })
    if (reads) socket.on('data', (text: Buffer) => heard.push(text.toString('latin1').slice(9, 12)))
  }
  let opened = 0
  const openMore = (most: number): void => {
    for (const until = Math.min(count, opened + most); opened < until; opened += 1) openOne()
  }
  if (perSecond === Infinity) openMore(count)
  else timers.push(setInterval(() => openMore(Math.ceil((perSecond * everyMs) / 1000)), everyMs).unref())
  return {
    allOpened: () => opened >= count,
    open: () => open.size,
    heard: (status) => heard.filter((one) => one === String(status)).length,
    end: () => {
      for (const timer of timers) clearInterval(timer)
      for (const socket of open) socket.destroy()
    },
  }
}
