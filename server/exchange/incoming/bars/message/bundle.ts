import { isUtf8 } from 'node:buffer'
import { partOf, partsOf, textOf, type Part } from '../../parts.ts'
import { invalid, missing } from '../problem.ts'

/** A message as it was sent, with its resources. */
export interface Bundle {
  /** The whole body, to be kept. */
  body: Part
  id: string
  resources: readonly Part[]
  /** The resources of a type in the order in which they were sent. */
  of: (type: string) => Part[]
  /** What a reference such as { reference: 'urn:uuid:…' } leads to in this bundle; null if to nothing. */
  follow: (reference: unknown) => Part | null
  /** The address of a resource in this bundle, if it has one. */
  addressOf: (resource: Part) => string | null
}

const mostEntries = 500
const deepest = 40

/** Reads a body as a message in JSON. */
export const readBundle = (content: Buffer): Bundle => bundleOf(partOf(parse(content)))

export const bundleOf = (body: Part): Bundle => {
  if (textOf(body['resourceType']) !== 'Bundle') throw invalid('The body is no Bundle.')
  if (textOf(body['type']) !== 'message') throw invalid('The Bundle is no message (Bundle.type).')
  const id = textOf(body['id'])
  if (id === null) throw missing('Bundle.id')
  if (id.length > 64) throw invalid('Bundle.id has more than 64 characters.')
  const entries = partsOf(body['entry'])
  if (entries.length > mostEntries) throw invalid(`The Bundle has more than ${mostEntries} entries.`)
  const resources = entries.map(({ resource }) => partOf(resource))
  const places = new Map<string, Part>()
  const addresses = new Map<Part, string>()
  for (const [place, { fullUrl }] of entries.entries()) {
    const resource = resources[place] ?? {}
    const [address, type, own] = [textOf(fullUrl), textOf(resource['resourceType']), textOf(resource['id'])]
    if (address !== null) addresses.set(resource, address)
    for (const name of [
      ...(own === null ? [] : [`${type ?? ''}/${own}`, `urn:uuid:${own}`]),
      ...(address === null ? [] : [address]),
    ])
      if (!places.has(name)) places.set(name, resource)
  }
  return {
    body,
    id,
    resources,
    of: (type) => resources.filter(({ resourceType }) => resourceType === type),
    follow: (reference) => places.get(textOf(partOf(reference)['reference']) ?? '') ?? null,
    addressOf: (resource) => addresses.get(resource) ?? null,
  }
}

const parse = (content: Buffer): unknown => {
  const unreadable = invalid('The body is not JSON in UTF-8.')
  if (!isUtf8(content)) throw unreadable
  let read: unknown
  try {
    read = JSON.parse(content.toString('utf8'))
  } catch {
    throw unreadable
  }
  assertStorable(read, 0)
  return read
}

/** PostgreSQL stores no NUL and no half of a character, and nothing needs a message that is nested without end. */
const assertStorable = (node: unknown, depth: number): void => {
  if (depth > deepest) throw invalid(`The body is nested more than ${deepest} deep.`)
  if (typeof node === 'string') {
    if (node.includes('\u0000') || !node.isWellFormed())
      throw invalid('The body has a character that cannot be stored.')
  } else if (Array.isArray(node)) for (const each of node) assertStorable(each, depth + 1)
  else if (typeof node === 'object' && node !== null)
    for (const [name, each] of Object.entries(node)) {
      assertStorable(name, depth)
      assertStorable(each, depth + 1)
    }
}
