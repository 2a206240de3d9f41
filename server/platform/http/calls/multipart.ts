import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { HttpProblem, PartFailure, unavailable } from '../../errors.ts'
import { openUploadLine } from '../limits/uploadQueue.ts'
import { sha256 } from '../../crypto/sha256.ts'

/** A multipart form as received. */
export interface ReceivedForm {
  /** Text fields as text, the file as a File. The contract checks these. */
  fields: Record<string, unknown>
  /** The same with the file's digest in place of its content. It tells two forms apart. */
  fingerprint: Record<string, unknown>
}

/** The most that may surround the file: boundaries, part headers, text fields. */
const maximumSurroundings = 64 * 1024
const line = openUploadLine()

const notAForm = (): HttpProblem =>
  new HttpProblem(400, 'bad-request', 'The request does not have the form that this call accepts.')
export const tooLarge = (bytes: number): HttpProblem =>
  new HttpProblem(
    413,
    'too-large',
    `The file is larger than ${Math.floor(bytes / 1024 / 1024)} MB. Nothing was stored.`,
  )

/**
 * Lets the calls of this scope accept multipart forms. `readFile` checks the size of a file, by its `truncated` flag.
 */
export const acceptForms = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Reads a multipart form into memory, so that no file is ever left on disk. Refuses a file over the limit, more than
 * one file, and a repeated field. A sender that is too slow is disconnected
 * (server/platform/http/limits/connections.ts).
 * @param upload identifies the upload, and stays the same when the upload is sent again
 */
export const receiveForm = async (
  { maximumFileBytes = 0 }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, upload }: { userId: number; upload: string },
): Promise<ReceivedForm> => {
  if (!request.isMultipart()) throw notAForm()
  readOnAfterAnswer(request, reply)
  if (Number(request.headers['content-length'] ?? 0) > maximumFileBytes + maximumSurroundings)
    throw tooLarge(maximumFileBytes)
  giveBackAfterAnswer(reply, await line.enter(userId, upload))
  return readForm(request, maximumFileBytes)
}

/** Leaves the queue once the reply is sent or the connection is lost. */
const giveBackAfterAnswer = ({ raw: answer }: FastifyReply, leave: () => void): void => {
  const giveBack = () => {
    answer.off('finish', giveBack).off('close', giveBack)
    leave()
  }
  if (answer.destroyed) {
    leave()
    throw unavailable(new PartFailure('service', 'the uploading client had disconnected'))
  }
  answer.once('finish', giveBack).once('close', giveBack)
}

const readForm = async (request: FastifyRequest, maximumFileBytes: number): Promise<ReceivedForm> => {
  const fields = new Map<string, unknown>()
  const fingerprint = new Map<string, unknown>()
  try {
    const limits = { fileSize: maximumFileBytes, files: 1, fields: 20, parts: 21, fieldSize: 4096 }
    for await (const part of request.parts({ limits })) {
      if (fields.has(part.fieldname)) throw notAForm()
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw notAForm()
        fields.set(part.fieldname, part.value)
        fingerprint.set(part.fieldname, part.value)
        continue
      }
      const content = await readFile(part, maximumFileBytes)
      // Browsers send this if no file was chosen.
      if (content.length === 0 && nameOf(part) === '') continue
      fields.set(part.fieldname, new File([content], nameOf(part), { type: part.mimetype }))
      fingerprint.set(part.fieldname, {
        name: nameOf(part),
        type: part.mimetype,
        sha256: sha256(content).toString('hex'),
      })
    }
  } catch (error) {
    throw understand(error)
  }
  return { fields: Object.fromEntries(fields), fingerprint: Object.fromEntries(fingerprint) }
}

/** The plugin stops a file at the limit without an error. The `limit` event and the `truncated` flag show it (FI-2). */
const readFile = async ({ file }: MultipartFile, maximumFileBytes: number): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Buffer[] = []
  // Over the limit the stream gives no more data but waits for the sender to finish, which may never happen.
  file.once('limit', () => file.destroy(tooLarge(maximumFileBytes)))
  for await (const chunk of file) chunks.push(chunk as Buffer)
  if (file.truncated) throw tooLarge(maximumFileBytes)
  return Buffer.concat(chunks)
}

/** Browsers percent-encode these three characters in a file name (HTML, multipart/form-data encoding). */
const nameOf = ({ filename = '' }: MultipartFile): string =>
  filename.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

/** Errors of the parser are the sender's mistakes. So are exceeded limits other than the file's. */
const understand = (error: unknown): unknown => {
  if (error instanceof HttpProblem) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const isOfParser = code.startsWith('FST_') || /multipart|boundary|Part terminated|header/i.test(message)
  return isOfParser ? notAForm() : error
}

/**
 * Reads the rest of the request so that the sender sees the reply. server/platform/http/limits/connections.ts limits
 * how long.
 */
const readOnAfterAnswer = ({ raw: request }: FastifyRequest, { raw: answer }: FastifyReply): void => {
  answer.once('finish', () => {
    if (request.complete) return
    request.unpipe()
    request.resume()
  })
}
