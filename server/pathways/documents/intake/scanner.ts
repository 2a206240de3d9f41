import { connect, type NetConnectOpts } from 'node:net'
import { PartFailure } from '../../../platform/errors.ts'

/** 'unknown': the scanner gave no result, so the file stays in quarantine; it is never treated as clean (FI-6). */
export type Finding = 'clean' | 'infected' | 'unknown'

export interface Scanner {
  /** @param tell receives the reason for a missing result, for the log */
  scan: (content: Buffer, tell?: (why: PartFailure) => void) => Promise<Finding>
  /** Throws unless the scanner answers. */
  greet: () => Promise<void>
}

const longestWaitMs = 20_000
const chunkBytes = 64 * 1024
const longestGreetingMs = 2_000
const longestAnswer = 1024

/** Uses clamd's INSTREAM command: chunks preceded by their length, an empty one at the end, one line in reply. */
export const clamdScanner = (address: NetConnectOpts, waitMs = longestWaitMs): Scanner => ({
  scan: (content, tell) =>
    new Promise((resolve) => {
      let answer = ''
      const socket = connect(address)
      let isOver = false
      const finish = (finding: Finding, why = 'it gives an unexpected reply', error?: Error): void => {
        clearTimeout(timer)
        socket.destroy()
        if (finding === 'unknown' && !isOver) tell?.(new PartFailure('scanner', why, error))
        isOver = true
        resolve(finding)
      }
      const timer = setTimeout(() => finish('unknown', 'it does not reply in time'), waitMs)
      socket.on('connect', () => void sendTo(socket, content))
      socket.on('data', (bytes: Buffer) => {
        answer += bytes.toString('latin1')
        if (answer.includes('\0') || answer.length > longestAnswer) finish(findingOf(answer))
      })
      socket.on('end', () => finish('unknown', 'it closed the connection'))
      socket.on('error', (error) => finish('unknown', 'it cannot be reached', error))
    }),
  greet: () =>
    new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(address)
      socket.setTimeout(longestGreetingMs, () => socket.destroy(new Error('The scanner does not answer')))
      socket.on('connect', () => socket.write('zPING\0'))
      socket.on('data', (bytes: Buffer) => {
        answer += bytes.toString('latin1')
        if (answer === 'PONG\0') resolve()
        if (answer.length >= 'PONG\0'.length) socket.destroy()
      })
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('The scanner gave no greeting')))
    }),
})

const sendTo = (socket: ReturnType<typeof connect>, content: Buffer): void => {
  socket.write('zINSTREAM\0')
  for (let at = 0; at < content.length; at += chunkBytes) {
    const chunk = content.subarray(at, at + chunkBytes)
    socket.write(lengthOf(chunk.length))
    socket.write(chunk)
  }
  socket.write(lengthOf(0))
}

const lengthOf = (bytes: number): Buffer => {
  const written = Buffer.alloc(4)
  written.writeUInt32BE(bytes)
  return written
}

/** Only these two answers are conclusive; a scanner that gave up returns neither. */
const findingOf = (answer: string): Finding =>
  answer === 'stream: OK\0' ? 'clean' : /^stream: .+ FOUND\0$/.test(answer) ? 'infected' : 'unknown'
