import type { FastifyReply } from 'fastify'

/**
 * Sends a file to be saved, never shown: nothing of it may run or render in the product's origin (FI-4).
 * The name travels by RFC 6266: plain letters for old clients, the whole name in UTF-8.
 */
export const sendFile = async (reply: FastifyReply, file: File): Promise<FastifyReply> =>
  reply
    .header('content-disposition', disposition(file.name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .header('accept-ranges', 'none')
    .type(file.type)
    .send(Buffer.from(await file.arrayBuffer()))

export const disposition = (name: string): string => {
  const plain = name.normalize('NFKD').replaceAll(/[^\w .()-]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
