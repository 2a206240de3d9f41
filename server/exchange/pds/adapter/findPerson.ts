import type { NationalAnswer } from './answer.ts'
import type { Closeness, Demographics, PersonSought } from './pds.ts'

/** One question of a search: what it asks about, and how closely. */
type Step = readonly [sought: PersonSought, closeness: Closeness]

/** The questions of a search, the closest first. A question that would repeat another is left out. */
export const stepsOf = (sought: PersonSought): Step[] => {
  const anyGender = { ...sought, gender: null }
  return [
    [sought, {}],
    ...(sought.gender === null ? [] : [[anyGender, {}] as const]),
    [anyGender, { history: true }],
    ...(sought.postcode === null ? [] : [[anyGender, { fuzzy: true }] as const]),
  ]
}

/** Asks one question after the other until one finds somebody, several people, or cannot be answered. */
export const findPerson = async (service: Demographics, sought: PersonSought): Promise<NationalAnswer> => {
  let answer: NationalAnswer = { outcome: 'none' }
  for (const [each, closeness] of stepsOf(sought)) {
    answer = await service.search(each, closeness)
    if (answer.outcome !== 'none') return answer
  }
  return answer
}
