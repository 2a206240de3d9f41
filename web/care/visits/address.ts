import { carriedNames, type CarriedForm } from '../../../contract/care/visits/carried.ts'

/** What a page of the visits shows: a visit by its number in the pack, which says nothing of its patient, or a form of it. */
export interface Shown {
  visit: number
  form: CarriedForm | null
  /** Of the records of that kind in the pack the one that is changed, from 1; 0 for a new one. */
  record: number
}

/** The search of such a page. */
export const toVisit = (visit: number, form?: CarriedForm, record = 0): { show: string } => ({
  show: [`visit-${visit}`, ...(form === undefined ? [] : [form]), ...(record === 0 ? [] : [record])].join(
    '-',
  ),
})

/** Null for anything else. */
export const shownIn = (show: string | undefined): Shown | null => {
  const [, visit, name, record = 0] =
    /^visit-(\d{1,2})(?:-([a-zA-Z]+)(?:-(\d{1,3}))?)?$/.exec(show ?? '') ?? []
  if (visit === undefined) return null
  return {
    visit: Number(visit),
    form: carriedNames.find((each) => each === name) ?? null,
    record: Number(record),
  }
}
