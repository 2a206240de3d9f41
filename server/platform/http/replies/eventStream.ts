import type { FastifyReply } from 'fastify'
import { streamType } from '../../../../contract/stages/changes.ts'

/** An answer that goes on: one message after the other, until one side has had enough. */
export interface EventStream {
  /** While something still waits, nothing more is to be sent. */
  isFree: () => boolean
  send: (message: string) => void
  end: () => void
  onClose: (closed: () => void) => void
}

/** A message as the browser is sent it; the same for everybody, so that it is made once. */
export const eventOfReply = (reply: unknown): string => `data: ${JSON.stringify(reply)}\n\n`

/** Says that a stream is there, and that all there was to tell has been told. */
export const hereMessage = ': here\n\n'

/** Takes the answer out of Fastify's hands: nothing of it is compressed or kept back. */
export const openEventStream = (reply: FastifyReply): EventStream => {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': streamType,
    // Proxies such as nginx would collect it first.
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  // Whoever does not take what is written is cut off as every slow reader is (connections.ts).
  return {
    isFree: () => !raw.destroyed && !raw.writableEnded && raw.writableLength === 0,
    send: (message) => void raw.write(message),
    end: () => void raw.end(),
    onClose: (closed) => void raw.once('close', closed),
  }
}
