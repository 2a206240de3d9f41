import { foldName } from '../../../../contract/platform/words/fold.ts'
import type { HelpTopic } from './topic.ts'
import { account } from './account.ts'
import { administration } from './administration.ts'
import { days } from './days.ts'
import { pathway } from './pathway.ts'
import { patient } from './patient.ts'
import { privacy } from './privacy.ts'
import { reports } from './reports.ts'

/** All help topics, in the groups of the first help page. */
export const helpGroups: readonly { title: string; topics: readonly HelpTopic[] }[] = [
  { title: 'The day’s work', topics: days },
  { title: 'A patient', topics: patient },
  { title: 'A referral', topics: pathway },
  { title: 'Reports', topics: reports },
  { title: 'Information governance', topics: privacy },
  { title: 'Administration', topics: administration },
  { title: 'Signing in', topics: account },
]

const topics = helpGroups.flatMap((group) => group.topics)

export const helpOf = (id: string): HelpTopic | undefined => topics.find((topic) => topic.id === id)

/** @param screen a path of the site map, such as `/falls/pathway/frat/$fratId` */
export const helpForScreen = (screen: string): HelpTopic | undefined =>
  topics.find(({ screens }) => screens.includes(screen))

export const topicTitled = (title: string): HelpTopic | undefined =>
  topics.find((topic) => topic.title === title)

/** Whether a text contains every typed word, in full or as part of a longer word. */
export const hasWords = (text: string, typed: string): boolean => {
  const folded = foldName(text)
  return typed.split(/\s+/).every((word) => folded.includes(foldName(word)))
}

export const isAbout = ({ title, about, onSave = '', ask }: HelpTopic, typed: string): boolean =>
  hasWords([title, ...about, onSave, ask].join(' '), typed)
