import type { FastifyReply } from 'fastify'
import { streamType } from '../../../../contract/stages/changes.ts'

/** A reply that continues, one message after another, until either side closes it. */
export interface EventStream {
  /** False while data is still waiting to leave. Nothing more should be sent then. */
  isFree: () => boolean
  send: (message: string) => void
  end: () => void
  onClose: (closed: () => void) => void
}

/** A message in the format of the browser's event stream. It is the same for all clients, so it is made once. */
export const eventOfReply = (reply: unknown): string => `data: ${JSON.stringify(reply)}\n\n`

/** Says that the stream is open and that every update so far has been sent. */
export const hereMessage = ': here\n\n'

/** Takes the reply over from Fastify, so that nothing is compressed or held back. */
export const openEventStream = (reply: FastifyReply): EventStream => {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': streamType,
    // Proxies such as nginx would buffer the stream.
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  // A client that does not read is cut off, as every slow reader is (connections.ts).
  return {
    isFree: () => !raw.destroyed && !raw.writableEnded && raw.writableLength === 0,
    send: (message) => void raw.write(message),
    end: () => void raw.end(),
    onClose: (closed) => void raw.once('close', closed),
  }
}
