import { carriedNames, type CarriedForm } from '../../../contract/care/visits/carried.ts'

/** What a page of the visits shows: a visit by its number in the pack, which says nothing of its patient, or a form of it. */
export interface Shown {
  visit: number
  form: CarriedForm | null
}

/** The search of such a page. */
export const toVisit = (visit: number, form?: CarriedForm): { show: string } => ({
  show: form === undefined ? `visit-${visit}` : `visit-${visit}-${form}`,
})

/** Null for anything else. */
export const shownIn = (show: string | undefined): Shown | null => {
  const [, visit, name] = /^visit-(\d{1,2})(?:-(\w+))?$/.exec(show ?? '') ?? []
  if (visit === undefined) return null
  return { visit: Number(visit), form: carriedNames.find((each) => each === name) ?? null }
}
