import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { HttpProblem, PartFailure, unavailable } from '../../errors.ts'
import { openUploadLine } from '../limits/uploadQueue.ts'
import { sha256 } from '../../crypto/sha256.ts'

/** A form with a file, as it was sent. */
export interface ReceivedForm {
  /** Text fields as text, the file as a File: what the contract checks. */
  fields: Record<string, unknown>
  /** The same with the file's digest in its place: what tells two forms apart. */
  fingerprint: Record<string, unknown>
}

/** What surrounds the file: boundaries, part headers, text fields. */
const maximumSurroundings = 64 * 1024
const line = openUploadLine()

const notAForm = (): HttpProblem =>
  new HttpProblem(400, 'bad-request', 'The request is not in the form that this call takes.')
export const tooLarge = (bytes: number): HttpProblem =>
  new HttpProblem(
    413,
    'too-large',
    `The file is larger than ${Math.floor(bytes / 1024 / 1024)} MB. Nothing was stored.`,
  )

/** Lets calls of this part of the server take multipart forms. The size of a file is judged here, by its flag. */
export const acceptForms = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Reads a multipart form into memory, so that whatever happens no file is left anywhere.
 * Refuses a file over the limit, more than one file, and a field that comes twice. A sender that is too slow is cut off
 * with the connection (server/platform/http/limits/connections.ts).
 * @param upload what the sender calls this upload, the same when it is sent again
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

/** When the answer has gone or the connection is lost. */
const giveBackAfterAnswer = ({ raw: answer }: FastifyReply, leave: () => void): void => {
  const giveBack = () => {
    answer.off('finish', giveBack).off('close', giveBack)
    leave()
  }
  if (answer.destroyed) {
    leave()
    throw unavailable(new PartFailure('service', 'who uploaded had gone'))
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
      // What a browser sends when no file was chosen.
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

/** The plugin stops a file at the limit without an error; event and flag say whether it did (FI-2). */
const readFile = async ({ file }: MultipartFile, maximumFileBytes: number): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Buffer[] = []
  // Over the limit it gives no more, but would wait for the end of what is sent, which may never come.
  file.once('limit', () => file.destroy(tooLarge(maximumFileBytes)))
  for await (const chunk of file) chunks.push(chunk as Buffer)
  if (file.truncated) throw tooLarge(maximumFileBytes)
  return Buffer.concat(chunks)
}

/** Browsers write these three characters of a file name as numbers (HTML, multipart/form-data encoding). */
const nameOf = ({ filename = '' }: MultipartFile): string =>
  filename.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

/** The parser's own complaints are the sender's mistakes; limits other than the file's too. */
const understand = (error: unknown): unknown => {
  if (error instanceof HttpProblem) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const isOfParser = code.startsWith('FST_') || /multipart|boundary|Part terminated|header/i.test(message)
  return isOfParser ? notAForm() : error
}

/** So that the sender sees the answer; for how long is the connection's affair (server/platform/http/limits/connections.ts). */
const readOnAfterAnswer = ({ raw: request }: FastifyRequest, { raw: answer }: FastifyReply): void => {
  answer.once('finish', () => {
    if (request.complete) return
    request.unpipe()
    request.resume()
  })
}
