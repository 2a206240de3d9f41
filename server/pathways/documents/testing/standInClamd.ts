import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface StandInClamd {
  address: { host: string; port: number }
  /** How it answers a greeting or a stream: properly, by the content, or in a faulty way. */
  mood: 'well' | 'silent' | 'hangs up' | 'complains' | 'babbles'
  /** Number of complete streams received. */
  asked: number
  stop: () => Promise<void>
}

/** Text in a stream that the stand-in treats as a virus. */
export const virusMark = 'THE-STAND-IN-VIRUS'

const answers = { complains: 'INSTREAM size limit exceeded. ERROR\0', babbles: 'stream: OK maybe\0' }

/** Implements clamd's INSTREAM command, as far as the product uses it. */
export const startStandInClamd = async (): Promise<StandInClamd> => {
  const open = new Set<Socket>()
  const answer = (socket: Socket, content: Buffer): void => {
    clamd.asked += 1
    if (clamd.mood === 'silent') return
    if (clamd.mood === 'hangs up') return void socket.destroy()
    if (clamd.mood !== 'well') return void socket.end(answers[clamd.mood])
    socket.end(content.includes(virusMark) ? 'stream: Stand-In-Test FOUND\0' : 'stream: OK\0')
  }
  const greet = (socket: Socket): void => {
    if (clamd.mood === 'silent') return
    socket.end(clamd.mood === 'well' ? 'PONG\0' : 'UNKNOWN COMMAND\0')
  }
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    let received = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      if (received.equals(greeting)) return greet(socket)
      const content = streamOf(received)
      if (content !== null) answer(socket, content)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const clamd: StandInClamd = {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    mood: 'well',
    asked: 0,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return clamd
}

const command = Buffer.from('zINSTREAM\0')
const greeting = Buffer.from('zPING\0')

/** The content of a stream that has ended; null until then. Throws if it is not such a stream. */
const streamOf = (received: Buffer): Buffer | null => {
  if (received.length < command.length) return null
  if (!received.subarray(0, command.length).equals(command)) throw new Error('Not the INSTREAM command')
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
