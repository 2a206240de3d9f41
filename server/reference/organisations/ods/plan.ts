import { foldName } from '../../../../contract/platform/words/fold.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import type { OrganisationType } from '../../../../contract/reference/organisation.ts'
import {
  mostExamples,
  type ImportReport,
  type ImportRow,
} from '../../../../contract/reference/organisationImport.ts'
import type { MembershipInFile, OrganisationInFile, ParentLink, RowInFile } from './rows.ts'

/*
 * What a file changes in the stored data. Planned before anything is written, and the same for a trial run as for the
 * real one.
 */

/** The columns that a file sets. */
export interface StoredOrganisation {
  id: string
  type: string
  name: string
  name_key: string
  address_line1: string | null
  address_line2: string | null
  address_line3: string | null
  town: string | null
  county: string | null
  postcode: string | null
  open_date: string | null
  close_date: string | null
  status_code: string | null
  sub_type_code: string | null
  is_active: boolean
}

export interface StoredLink {
  organisation_id: string
  parent_organisation_id: string
  join_date: string
  leave_date: string | null
  parent_code: string | null
  is_active: boolean
}

export interface Stored {
  organisations: ReadonlyMap<string, StoredOrganisation>
  links: ReadonlyMap<string, StoredLink>
}

export interface Change<Row> {
  before: Row | null
  after: Row
}

export interface Plan {
  organisations: Change<StoredOrganisation>[]
  links: Change<StoredLink>[]
  report: ImportReport
}

type Counted = 'added' | 'changed' | 'closed' | 'reopened' | 'rejected' | 'doubtful'

/** @param type the type of the file's organisations; a file of memberships needs none */
export const planImport = (
  rows: readonly RowInFile[],
  stored: Stored,
  type: OrganisationType | undefined,
  today: CalendarDate,
): Plan => {
  const holdsOrganisations = rows.some(({ kind }) => kind === 'organisation')
  const report: ImportReport = {
    type: holdsOrganisations ? (type ?? null) : null,
    rows: rows.length,
    ...{ added: 0, changed: 0, closed: 0, reopened: 0, unchanged: 0, skipped: 0, rejected: 0, doubtful: 0 },
    examples: { added: [], changed: [], closed: [], reopened: [], rejected: [], doubtful: [] },
  }
  const say = (what: Counted, example: ImportRow): void => {
    report[what] += 1
    if (report.examples[what].length < mostExamples) report.examples[what].push(example)
  }
  const taken = takeRows(rows, type, report, say)
  const organisations = new Map<string, Change<StoredOrganisation>>()
  for (const row of taken.organisations) {
    const before = stored.organisations.get(row.code) ?? null
    if (before !== null && before.type !== type)
      say('rejected', { ...named(row), text: `The code belongs to one of ${before.type}` })
    else organisations.set(row.code, { before, after: afterRow(row, before, type ?? 'GP Practices') })
  }
  const parents = parentsAfter(stored)
  const links = new Map<string, Change<StoredLink>>()
  for (const [row, link] of wishesOf(taken, organisations)) {
    const problem = problemOf(row.code, link.parentId, { stored, organisations, parents })
    if (problem !== null) {
      say(row.kind === 'membership' ? 'rejected' : 'doubtful', { ...named(row), text: problem })
      continue
    }
    const before = stored.links.get(row.code) ?? null
    const after = afterLink(row.code, link, before, today)
    // A past membership says nothing about where the organisation belongs now.
    if (
      before?.is_active &&
      !after.is_active &&
      before.parent_organisation_id !== after.parent_organisation_id
    ) {
      if (row.kind === 'membership') report.skipped += 1
      continue
    }
    parents.set(row.code, link.parentId)
    links.set(row.code, { before, after })
  }
  for (const row of taken.organisations)
    for (const doubt of row.doubts) say('doubtful', { ...named(row), text: doubt })

  const changes: Plan = { organisations: [], links: [], report }
  for (const row of [...taken.organisations, ...taken.memberships]) {
    const own = row.kind === 'organisation' ? organisations.get(row.code) : undefined
    const link = links.get(row.code)
    if (own === undefined && link === undefined) continue
    const ownFields = own === undefined ? [] : differing(own)
    const linkFields = link === undefined ? [] : differing(link)
    if (own !== undefined && ownFields.length > 0) changes.organisations.push(own)
    if (link !== undefined && linkFields.length > 0) changes.links.push(link)
    const what = kindOf(own, ownFields.length + linkFields.length > 0)
    if (what === 'unchanged') report.unchanged += 1
    else
      say(what, {
        ...named(row),
        text: textOf(what, row, [...ownFields, ...(linkFields.length > 0 ? ['parent'] : [])]),
      })
  }
  return changes
}

interface Taken {
  organisations: OrganisationInFile[]
  memberships: MembershipInFile[]
}

/**
 * Picks one row for each organisation and the membership that counts for each member, and skips rows that do not belong
 * in this list.
 */
const takeRows = (
  rows: readonly RowInFile[],
  type: OrganisationType | undefined,
  report: ImportReport,
  say: (what: Counted, example: ImportRow) => void,
): Taken => {
  const organisations = new Map<string, OrganisationInFile>()
  const memberships = new Map<string, MembershipInFile>()
  for (const row of rows) {
    if (row.kind === 'rejected') say('rejected', { row: row.row, code: row.code, text: row.text })
    else if (row.kind === 'membership') {
      const other = memberships.get(row.code)
      if (other !== undefined) report.skipped += 1
      if (other === undefined || isLater(row, other)) memberships.set(row.code, row)
    } else if (type === 'GP Practices' && row.setting !== '' && row.setting !== '4') report.skipped += 1
    else if (organisations.has(row.code))
      say('rejected', { ...named(row), text: `Row ${organisations.get(row.code)?.row} has the same code` })
    else organisations.set(row.code, row)
  }
  return { organisations: [...organisations.values()], memberships: [...memberships.values()] }
}

/** Of several memberships one counts: an open one, otherwise the one joined last. */
const isLater = (a: MembershipInFile, b: MembershipInFile): boolean =>
  (a.leaveDate === null) === (b.leaveDate === null) ? a.joinDate > b.joinDate : a.leaveDate === null

const named = ({ row, code }: { row: number; code: string }) => ({ row, code })

/** isActive means status A, whatever the dates say. */
const afterRow = (
  row: OrganisationInFile,
  before: StoredOrganisation | null,
  type: OrganisationType,
): StoredOrganisation => ({
  id: row.code,
  type,
  name: row.name,
  name_key: foldName(row.name),
  address_line1: row.addressLine1,
  address_line2: row.addressLine2,
  address_line3: row.addressLine3,
  town: row.town,
  county: row.county,
  postcode: row.postcode,
  open_date: row.openDate,
  close_date: row.closeDate,
  status_code: row.statusCode,
  sub_type_code: row.subTypeCode === undefined ? (before?.sub_type_code ?? null) : row.subTypeCode,
  is_active: row.statusCode === 'A',
})

const afterLink = (
  code: string,
  link: ParentLink,
  before: StoredLink | null,
  today: CalendarDate,
): StoredLink => ({
  organisation_id: code,
  parent_organisation_id: link.parentId,
  join_date: link.joinDate,
  leave_date: link.leaveDate,
  parent_code:
    link.parentCode ?? (before?.parent_organisation_id === link.parentId ? before.parent_code : null),
  is_active: link.leaveDate === null || link.leaveDate > today,
})

/** The requested parent links of all accepted rows. */
const wishesOf = (
  { organisations, memberships }: Taken,
  taken: ReadonlyMap<string, Change<StoredOrganisation>>,
): [OrganisationInFile | MembershipInFile, ParentLink][] => [
  ...organisations.flatMap((row): [OrganisationInFile, ParentLink][] =>
    row.parent !== null && taken.has(row.code) ? [[row, row.parent]] : [],
  ),
  ...memberships.map((row): [MembershipInFile, ParentLink] => [row, row]),
]

/** The parent of each organisation according to the plan, to find circles. */
const parentsAfter = ({ links }: Stored): Map<string, string> =>
  new Map([...links].map(([code, link]) => [code, link.parent_organisation_id]))

const problemOf = (
  code: string,
  parentId: string,
  {
    stored,
    organisations,
    parents,
  }: {
    stored: Stored
    organisations: ReadonlyMap<string, unknown>
    parents: ReadonlyMap<string, string>
  },
): string | null => {
  const isKnown = (id: string): boolean => stored.organisations.has(id) || organisations.has(id)
  if (!isKnown(code)) return 'There is no organisation with this code'
  if (!isKnown(parentId)) return `The parent ${parentId} is not known: the link was left out`
  const seen = new Set([code])
  for (let above: string | undefined = parentId; above !== undefined; above = parents.get(above)) {
    if (seen.has(above))
      return `The parent ${parentId} is itself below this organisation: the link was left out`
    seen.add(above)
  }
  return null
}

/** Fields that change. For a new row, all fields with a value. */
export const differing = <Row extends object>({ before, after }: Change<Row>): string[] =>
  Object.entries(after)
    .filter(([field, value]) => value !== (before === null ? null : before[field as keyof Row]))
    .map(([field]) => field)

const kindOf = (
  own: Change<StoredOrganisation> | undefined,
  isChanged: boolean,
): Exclude<Counted, 'rejected' | 'doubtful'> | 'unchanged' => {
  if (own?.before === null) return 'added'
  if (!isChanged) return 'unchanged'
  if (own === undefined || own.before?.is_active === own.after.is_active) return 'changed'
  return own.after.is_active ? 'reopened' : 'closed'
}

const textOf = (
  what: string,
  row: OrganisationInFile | MembershipInFile,
  fields: readonly string[],
): string => {
  const words = fields.filter((field) => field !== 'name_key').map((field) => field.replaceAll('_', ' '))
  if (row.kind === 'membership') return `Belongs to ${row.parentId}`
  return what === 'added' ? row.name : `${row.name}: ${words.join(', ')}`
}
