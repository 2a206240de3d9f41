import type { Bundle, BundleEntry, FhirResource } from 'fhir/r4.js'
import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { allows, scopeOf } from '../../smart/scopes.ts'
import { survivorsAmong } from '../../../patients/patient/gone.ts'
import type { Source } from '../mapping/source.ts'
import { mergedPatient } from '../resources/patient.ts'
import { provenanceOf } from '../resources/provenance.ts'
import { questionnaires } from '../resources/questionnaire.ts'
import { isRowType, sourcesOf } from '../resources/registry.ts'
import { FhirProblem, nothingThere } from '../search/problem.ts'
import { resourceOf } from '../search/present.ts'
import { readRows, type FoundRow } from '../search/rows.ts'
import { readVersions } from '../search/versions.ts'
import { instantFrom } from '../mapping/instants.ts'
import { record, shownIn, typeOf, type FhirCall } from './call.ts'

const isId = (text: string): boolean => /^[A-Za-z0-9.-]{1,64}$/.test(text)

/** One resource as it is now. Throws 404, in the same words for what is not there and what is not allowed; 410 if deleted. */
export const readOne = async (call: FhirCall, typeText: string, id: string): Promise<FhirResource> => {
  const type = typeOf(call, typeText, 'r')
  if (!isId(id)) throw nothingThere()
  if (type === 'Questionnaire') return readForm(call, id)
  if (type === 'Provenance') return readProvenance(call, id)
  if (!isRowType(type)) throw nothingThere()
  const found = await readRow(call, type, id)
  if (found === null) return readMerged(call, type, id)
  const resource = resourceOf(found)
  await record(call, {
    ...shownIn([found]),
    criteria: { resource: `${type}/${id}` },
    onlyNames: type === 'AuditEvent',
  })
  return resource
}

const readForm = async (call: FhirCall, id: string): Promise<FhirResource> => {
  const form = questionnaires.find((each) => each.id === id)
  if (form === undefined) throw nothingThere()
  await record(call, { patientIds: [], criteria: { resource: `Questionnaire/${id}` } })
  return form
}

/** The row of a resource; null if there is none that the client may see. */
const readRow = async (call: FhirCall, type: FhirType, id: string): Promise<FoundRow | null> => {
  const sources: readonly Source[] = isRowType(type) ? sourcesOf[type] : []
  const [found] = await readRows(call.service.db.sql, call.caller, sources, [id])
  if (found === undefined) return null
  if (found.row.isActive === false) {
    if (type === 'Patient' && (await survivorOf(call, id)) !== null) return null
    throw new FhirProblem(410, 'deleted', 'This was deleted, or registered in error.')
  }
  return found
}

const survivorOf = async (call: FhirCall, id: string): Promise<number | null> =>
  (await survivorsAmong(call.service.db.sql, [Number(id)])).get(Number(id)) ?? null

/** A patient's record that was merged says where it went, if the client may see the record it is part of now. */
const readMerged = async (call: FhirCall, type: FhirType, id: string): Promise<FhirResource> => {
  if (type !== 'Patient' || !/^[1-9]\d{0,15}$/.test(id)) throw nothingThere()
  const into = await survivorOf(call, id)
  if (into === null) throw nothingThere()
  const [survivor] = await readRows(call.service.db.sql, call.caller, sourcesOf.Patient, [String(into)])
  if (survivor === undefined) throw nothingThere()
  await record(call, { ...shownIn([survivor]), criteria: { resource: `Patient/${id}` } })
  return mergedPatient(Number(id), into)
}

/** The id of a provenance is the type and id of its target, with a dot between them. */
const readProvenance = async (call: FhirCall, id: string): Promise<FhirResource> => {
  const [type = '', target = '', ...more] = id.split('.')
  if (!isProvenanced(type) || more.length > 0) throw nothingThere()
  requireTarget(call, type)
  const found = await readRow(call, type, target)
  if (found === null) throw nothingThere()
  await record(call, { ...shownIn([found]), criteria: { resource: `Provenance/${id}` } })
  return provenanceOf(found.source, found.row)
}

/** One version of a resource. Throws 404 for a version that is not kept, or at which it was deleted. */
export const readVersion = async (
  call: FhirCall,
  typeText: string,
  id: string,
  version: string,
): Promise<FhirResource> => {
  const current = await readOne(call, typeText, id)
  if (current.meta?.versionId === version) return current
  // What is composed has more than its row's version in its own (search/present.ts).
  const ofRow = version.replace(/-[0-9a-f]{12}$/, '')
  const earlier = (await earlierOf(call, typeText, id)).find(({ row }) => String(row.version) === ofRow)
  if (earlier === undefined || earlier.row.isActive === false) throw nothingThere()
  return resourceOf(earlier)
}

/** All versions of a resource, newest first (FHIR R4, history). */
export const readHistory = async (call: FhirCall, typeText: string, id: string): Promise<Bundle> => {
  const current = await readOne(call, typeText, id)
  const earlier = await earlierOf(call, typeText, id)
  const path = `${typeText}/${id}`
  const entry = [
    entryOfVersion(call.base, path, current, earlier.length === 0),
    ...earlier.map((each, place) =>
      each.row.isActive === false
        ? deletion(path, each)
        : entryOfVersion(call.base, path, resourceOf(each), place === earlier.length - 1),
    ),
  ]
  const link = [{ relation: 'self', url: `${call.base}/${path}/_history` }]
  return { resourceType: 'Bundle', type: 'history', total: entry.length, link, entry }
}

/** The versions before the current one. People outside the service see no history (decision 18). */
const earlierOf = async (call: FhirCall, typeText: string, id: string): Promise<FoundRow[]> => {
  const type = typeOf(call, typeText, 'r')
  if (!isRowType(type) || call.caller.purpose === 'sharedCare') return []
  const found = await readRow(call, type, id)
  return found === null ? [] : (await readVersions(call.service.db.sql, found)).slice(1)
}

const entryOfVersion = (
  base: string,
  path: string,
  resource: FhirResource,
  isFirst: boolean,
): BundleEntry => ({
  fullUrl: `${base}/${path}`,
  resource,
  request: isFirst ? { method: 'POST', url: resource.resourceType } : { method: 'PUT', url: path },
  response: {
    status: isFirst ? '201' : '200',
    etag: `W/"${resource.meta?.versionId}"`,
    ...(resource.meta?.lastUpdated !== undefined && { lastModified: resource.meta.lastUpdated }),
  },
})
const deletion = (path: string, { row }: FoundRow): BundleEntry => ({
  request: { method: 'DELETE', url: path },
  response: { status: '204', etag: `W/"${row.version}"`, lastModified: instantFrom(row.recordedAt) },
})

/** Who recorded something is told to those who may read it. */
export const requireTarget = ({ caller }: FhirCall, type: FhirType): void => {
  if (!allows(caller.scopes, type, 'r'))
    throw new FhirProblem(
      403,
      'forbidden',
      `The token has no scope ${scopeOf(caller, type, 'r')}, of which this would tell.`,
    )
}

/** Types whose resources were recorded by somebody. */
export const isProvenanced = (type: string): type is FhirType =>
  Object.hasOwn(sourcesOf, type) && type !== 'AuditEvent' && type !== 'List' && type !== 'Group'
