import { formatDateTime } from '../../../contract/platform/words/format.ts'
import type { SubjectItem } from '../../../contract/governance/subjectRequest.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Access, Entry, Fact, Holding } from './holding.ts'
import { freeText, sectionOf } from './sections.ts'

/* Divides what is held into the parts that are released or withheld separately. */

export interface Decision {
  item: string
  is_released: boolean
  reason: string | null
  fingerprint: string
}

type Part = Omit<SubjectItem, 'isReleased' | 'reason' | 'hasChanged' | 'fingerprint'>

export const staffItem = 'staff'
export const accessesItem = 'accesses'
const aMember = 'A member of staff'

/** Every part, with the decision about it. */
export const itemsOf = (holding: Holding, decisions: readonly Decision[]): SubjectItem[] =>
  partsOf(holding).map((part) => {
    const fingerprint = fingerprintOf(part)
    const decided = decisions.find(({ item }) => item === part.key)
    const stands = decided?.fingerprint === fingerprint
    return {
      ...part,
      fingerprint,
      isReleased: stands ? decided.is_released : null,
      reason: decided?.reason ?? null,
      hasChanged: decided !== undefined && !stands,
    }
  })

/**
 * The list of accesses grows each time somebody looks at the record, including now. So its content is not part of what
 * was decided.
 */
const fingerprintOf = ({ key, entries, documentId }: Part): string =>
  sha256(JSON.stringify(key === accessesItem ? key : [key, entries, documentId ?? null])).toString('hex')

const partsOf = ({ sections, accesses }: Holding): Part[] => [
  ...sections.flatMap(({ table, title, entries }): Part[] => {
    const { each, words = [] } = sectionOf(table)
    if (each !== undefined)
      return entries.map((entry) => ({
        key: entry.key,
        section: title,
        title: entry.title,
        caution: each,
        entries: [shown(entry.title, entry.facts)],
        ...(table === 'document' ? { documentId: Number(entry.key.split(':')[1]) } : {}),
      }))
    const together = entries.map(({ title: name, facts }) =>
      shown(
        name,
        facts.filter(({ field }) => !words.includes(field)),
      ),
    )
    return [
      { key: table, section: title, title, caution: null, entries: together },
      ...entries.flatMap((entry) =>
        entry.facts
          .filter(({ field }) => words.includes(field))
          .map((fact) => ({
            key: `${entry.key}:${fact.field}`,
            section: title,
            title: `${entry.title}: ${fact.label}`,
            caution: freeText,
            entries: [shown(entry.title, [fact])],
          })),
      ),
    ]
  }),
  {
    key: staffItem,
    section: 'Staff',
    title: 'Names of staff',
    caution: 'Names of people who work here. Withheld, each is called a member of staff.',
    entries: [{ title: 'Names of staff', facts: namesOf(sections.flatMap(({ entries }) => entries)) }],
  },
  {
    key: accessesItem,
    section: 'Staff',
    title: 'Who saw or changed the record',
    caution: 'Withheld names of staff are left out here too.',
    entries: [{ title: 'Who saw or changed the record', facts: summaryOf(accesses) }],
  },
]

const shown = (title: string, facts: readonly Fact[]): SubjectItem['entries'][number] => ({
  title,
  facts: facts.map(({ label, text }) => ({ label, value: text })),
})

const namesOf = (entries: readonly Entry[]) =>
  [...new Set(entries.flatMap(({ facts }) => facts.flatMap(({ isStaff, text }) => (isStaff ? [text] : []))))]
    .sort()
    .map((value) => ({ label: 'Name', value }))

const summaryOf = (accesses: readonly Access[]) =>
  [...Map.groupBy(accesses, ({ who }) => who ?? 'The service itself')].map(([label, theirs]) => ({
    label,
    value: `${theirs.length} ${theirs.length === 1 ? 'time' : 'times'}, last ${formatDateTime(theirs.at(-1)?.at)}`,
  }))

/** What is handed over: the record without the parts that are withheld. */
export const releasedOf = ({ sections, accesses }: Holding, items: readonly SubjectItem[]): Holding => {
  const isReleased = (key: string): boolean =>
    items.some((item) => item.key === key && item.isReleased === true)
  const tellsStaff = isReleased(staffItem)
  const unnamed = (fact: Fact): Fact =>
    fact.isStaff && !tellsStaff ? { ...fact, value: aMember, text: aMember } : fact
  return {
    sections: sections
      .map((section) => {
        const { each, words = [] } = sectionOf(section.table)
        const keep = (entry: Entry) => (fact: Fact) =>
          each !== undefined
            ? isReleased(entry.key)
            : isReleased(words.includes(fact.field) ? `${entry.key}:${fact.field}` : section.table)
        return {
          ...section,
          entries: section.entries
            .map((entry) => ({ ...entry, facts: entry.facts.filter(keep(entry)).map(unnamed) }))
            .filter(({ facts }) => facts.length > 0),
        }
      })
      .filter(({ entries }) => entries.length > 0),
    accesses: isReleased(accessesItem)
      ? accesses.map((access) => (tellsStaff ? access : { ...access, who: null }))
      : [],
  }
}
