import type { FastifyReply } from 'fastify'
import type { FileReply } from '../../../../contract/platform/calls/file.ts'

export const sendFile = (reply: FastifyReply, { type, name, body, isUploaded }: FileReply): FastifyReply => {
  if (name !== null)
    reply.header(
      'content-disposition',
      isUploaded === true ? disposition(name) : `attachment; filename="${name}"`,
    )
  if (isUploaded === true) reply.headers(untrusted)
  return reply.type(type).send(typeof body === 'string' ? body : Buffer.from(body))
}

/** An uploaded file must not run or render in the product's origin (FI-4). */
const untrusted = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'accept-ranges': 'none',
}

/** Encodes any file name by RFC 6266: an ASCII name for old clients, and the whole name in UTF-8. */
export const disposition = (name: string): string => {
  const plain = name.normalize('NFKD').replaceAll(/[^\w .()-]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
