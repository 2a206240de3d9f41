import type { Bundle, BundleEntry, FhirResource } from 'fhir/r4.js'

export const entryOf = (
  base: string,
  resource: FhirResource,
  mode: 'match' | 'include' | 'outcome',
): BundleEntry => ({
  // An outcome is no resource of this server.
  ...(mode === 'outcome' ? {} : { fullUrl: `${base}/${resource.resourceType}/${resource.id}` }),
  resource,
  search: { mode },
})

/** @param links the addresses of this page and, if there is more, of the next */
export const searchset = (
  links: { self: string; next: string | null },
  entry: readonly BundleEntry[],
  total: number | null,
): Bundle => ({
  resourceType: 'Bundle',
  type: 'searchset',
  ...(total === null ? {} : { total }),
  link: [
    { relation: 'self', url: links.self },
    ...(links.next === null ? [] : [{ relation: 'next', url: links.next }]),
  ],
  ...(entry.length === 0 ? {} : { entry: [...entry] }),
})
