import { Link } from '@tanstack/react-router'
import { lookupGroups, lookupNames, lookups, type LookupGroup } from '../../../contract/reference/lookups.ts'
import { AuditSeal } from '../../insight/audit/AuditSeal.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PartsNotReady } from '../status/PartsNotReady.tsx'
import { listPath } from '../../reference/lookups/paths.ts'

interface Entry {
  to: string
  title: string
  purpose: string
}

/** Entries that are not lookups but features of their own. */
const users: Entry = {
  to: '/falls/user-list',
  title: 'Users',
  purpose: 'Who can sign in, and with which roles.',
}
const organisations: readonly Entry[] = [
  {
    to: '/falls/organisation-list',
    title: 'ODS Organisations',
    purpose: 'Practices, branches and their parent organisations: a patient’s registered GP is one of them.',
  },
  {
    to: '/falls/organisation/import',
    title: 'Import a national file',
    purpose: 'Adds and updates organisations from a file of the Organisation Data Service.',
  },
]

const letters: readonly Entry[] = [
  {
    to: '/falls/letter-templates',
    title: 'Letter templates',
    purpose: 'What letters to patients and practices say, with fields that are filled in.',
  },
  {
    to: '/falls/letterhead',
    title: 'Letterhead',
    purpose: 'Name, address and telephone of the service at the top of every letter.',
  },
  {
    to: '/falls/letter-addresses',
    title: 'Practice addresses for letters',
    purpose: 'How practices accept letters: by mail or by MESH.',
  },
]

const targets: Entry = {
  to: '/falls/list-targets',
  title: 'Targets of the work lists',
  purpose: 'How many days each list may take, before somebody on it is late.',
}

const reporting: readonly Entry[] = [
  {
    to: '/falls/first-contact',
    title: 'First contact',
    purpose: 'What the report of waits counts as the first contact with somebody who was referred.',
  },
  {
    to: '/falls/deprivation',
    title: 'Deprivation by postcode',
    purpose: 'The file of postcodes that reports use for deprivation.',
  },
]

const service: readonly Entry[] = [
  {
    to: '/falls/service-status',
    title: 'Status of the service',
    purpose: 'What works and what does not, versions, background work and the newest backup.',
  },
  {
    to: '/falls/fhir-clients',
    title: 'FHIR clients',
    purpose: 'Other software that may read the record, and what it may read.',
  },
]

const listsIn = (group: LookupGroup): Entry[] =>
  lookupNames
    .filter((name) => lookups[name].group === group)
    .map((name) => ({ to: listPath(name), title: lookups[name].plural, purpose: lookups[name].purpose }))

const [people, ...others] = lookupGroups
const groups: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [people, [users, ...listsIn(people)]],
  ['Organisations', organisations],
  ['Work lists', [targets]],
  ['Letters', letters],
  ...others.map((group) => [group, listsIn(group)] as const),
  ['Reports', reporting],
  ['The service', service],
]

/** Links to everything that a system administrator maintains. Their home page is empty (specification). */
export const Administration = () => (
  <>
    <PageTitle>Administration</PageTitle>
    <PartsNotReady />
    <div className="sf-administration">
      {groups.map(([title, entries]) => (
        <section key={title} className="sf-card" aria-label={title}>
          <h2 className="nhsuk-heading-m">{title}</h2>
          <ul className="nhsuk-list">
            {entries.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to}>{entry.title}</Link>
                <span className="sf-quiet">{entry.purpose}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
    <AuditSeal />
  </>
)
