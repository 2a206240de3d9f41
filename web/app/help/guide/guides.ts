import type { Profile } from '../../../../contract/accounts/permissions.ts'
import { readGuide, wordsOf, type GuideText } from './readGuide.ts'

/** A guide for one role. Its text is in docs/guide, where the repository also shows it. */
export interface Guide extends GuideText {
  /** The name of its file, used in links from other guides. */
  id: string
  /** The profile whose work it describes; null if it is for everybody. */
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
  ['visits', 'Clinician'],
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

/** The guide's part of the page address, alongside the help topics. */
export const pageOfGuide = (id: string): string => `${prefix}${id}`

export const guideOfPage = (page: string): Guide | undefined =>
  guides.find(({ id }) => pageOfGuide(id) === page)
