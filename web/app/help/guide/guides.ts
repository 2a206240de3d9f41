import type { Profile } from '../../../../contract/accounts/permissions.ts'
import { readGuide, wordsOf, type GuideText } from './readGuide.ts'

/** A guide by role. Its text lies in docs/guide, where the repository shows it too. */
export interface Guide extends GuideText {
  /** The name of its file, and what the others call it. */
  id: string
  /** Whose work it is about; null for everybody’s. */
  profile: Profile | null
  words: string
}

const sources = import.meta.glob<string>('../../../../docs/guide/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** In the order of the list. */
const profiles: readonly (readonly [id: string, profile: Profile | null])[] = [
  ['everybody', null],
  ['admissions', 'Admissions'],
  ['clinician', 'Clinician'],
  ['team-lead', 'Team Lead'],
  ['system-administrator', 'System Administrator'],
  ['information-governance', 'Information Governance'],
  ['external', 'External'],
]

export const guides: readonly Guide[] = profiles.map(([id, profile]) => {
  const text = readGuide(sources[`../../../../docs/guide/${id}.md`] ?? '')
  return { id, profile, ...text, words: wordsOf(text) }
})

const prefix = 'guide-'

/** In the address of its page, beside the topics of help. */
export const pageOfGuide = (id: string): string => `${prefix}${id}`

export const guideOfPage = (page: string): Guide | undefined =>
  guides.find(({ id }) => pageOfGuide(id) === page)
