import { z } from 'zod'
import { away, type NationalAnswer } from './answer.ts'
import { patientResource, readPerson } from './readPerson.ts'

/** A reply of the service as it came over the wire; the body is not read yet. */
export interface WireAnswer {
  status: number
  /** Without parameters, in lower case. */
  contentType: string
  /** What Retry-After says. */
  retryAfter: string | null
  body: string
}

const outcomeResource = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z
    .array(
      z.object({
        details: z.object({ coding: z.array(z.object({ code: z.string() })).optional() }).optional(),
      }),
    )
    .min(1),
})
const bundleResource = z.object({
  resourceType: z.literal('Bundle'),
  type: z.literal('searchset'),
  total: z.int().min(0).optional(),
  entry: z.array(z.object({ resource: patientResource })).optional(),
})
const anyResource = z.discriminatedUnion('resourceType', [patientResource, outcomeResource, bundleResource])
type Resource = z.output<typeof anyResource>

const readable = new Set(['application/fhir+json', 'application/json'])
/** A wait that the service asks for without saying how long, and the longest that is believed. */
const usualWaitMs = 5_000
const longestWaitMs = 10 * 60_000

/**
 * @param asked the number that was asked about; null for a search
 * @param day today
 */
export const readAnswer = (
  { status, contentType, retryAfter, body }: WireAnswer,
  asked: string | null,
  day: string,
): NationalAnswer => {
  if (status === 401 || status === 403) return { outcome: 'notAllowed', code: String(status) }
  if (status === 408) return { outcome: 'timedOut' }
  if (status === 429) return { outcome: 'slowDown', waitMs: waitOf(retryAfter) }
  if (![200, 400, 404].includes(status)) return away(`answered ${status}`)
  if (!readable.has(contentType)) return away('answered with another type of content')
  const resource = parse(body)
  if (resource === null) return away('answered in an unknown format')
  if (status === 200) return ofSuccess(resource, asked, day)
  if (resource.resourceType !== 'OperationOutcome') return away('answered in an unknown format')
  const code = codeOf(resource)
  if (status === 400) return { outcome: 'refused', code }
  if (code === 'INVALIDATED_RESOURCE') return { outcome: 'invalidated' }
  return code === 'RESOURCE_NOT_FOUND' ? { outcome: 'none' } : away('answered 404')
}

const parse = (body: string): Resource | null => {
  try {
    return anyResource.safeParse(JSON.parse(body)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Only the code, which cannot contain what was asked. */
const codeOf = ({ issue }: Extract<Resource, { resourceType: 'OperationOutcome' }>): string => {
  const codes = issue.flatMap(({ details }) => details?.coding ?? []).map(({ code }) => code)
  return codes.find((code) => /^[A-Z_]{3,50}$/.test(code)) ?? 'without a code'
}

const ofSuccess = (resource: Resource, asked: string | null, day: string): NationalAnswer => {
  if (resource.resourceType === 'OperationOutcome') {
    const code = codeOf(resource)
    return code === 'TOO_MANY_MATCHES' ? { outcome: 'tooMany' } : away('answered with an error as success')
  }
  if (resource.resourceType === 'Patient') {
    if (asked === null) return away('answered a search with a person')
    const person = readPerson(resource, day)
    return { outcome: person.nhsNumber === asked ? 'found' : 'superseded', person }
  }
  if (asked !== null) return away('answered a number with a list')
  const { entry = [], total = entry.length } = resource
  const [first] = entry
  if (first === undefined) return total === 0 ? { outcome: 'none' } : away('answered with half a list')
  return total > 1 || entry.length > 1
    ? { outcome: 'several' }
    : { outcome: 'found', person: readPerson(first.resource, day) }
}

/** Retry-After in seconds; a date, which the service does not send, counts as none. */
const waitOf = (text: string | null): number => {
  const given = text?.trim() ?? ''
  return /^\d{1,6}$/.test(given) ? Math.min(Number(given) * 1000, longestWaitMs) : usualWaitMs
}
