import { Link } from '@tanstack/react-router'
import { lookupTitles } from '../../contract/lookupColumns.ts'
import type { KeptLookup } from '../../contract/lookups.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { PartsNotReady } from './PartsNotReady.tsx'
import { AdministratorsOnly } from './AdministratorsOnly.tsx'
import { administeredLists } from './lists.ts'
import { listPath } from './paths.ts'

interface Entry {
  to: string
  title: string
  purpose: string
}

const entryOf = (name: KeptLookup): Entry => ({
  to: listPath(name),
  title: lookupTitles[name],
  purpose: administeredLists[name].purpose,
})

const groups: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    'People',
    [
      { to: '/falls/user-list', title: 'Users', purpose: 'Who can sign in, and with which roles.' },
      entryOf('role'),
      entryOf('clinician'),
      entryOf('teamMember'),
    ],
  ],
  [
    'Organisations',
    [
      {
        to: '/falls/organisation-list',
        title: 'ODS Organisations',
        purpose: 'Practices, branches and what is above them: a patient’s registered GP is one of them.',
      },
      {
        to: '/falls/organisation/import',
        title: 'Import a national file',
        purpose: 'Adds and updates organisations from a file of the Organisation Data Service.',
      },
    ],
  ],
  ['Patients', (['gender', 'ethnicity', 'namePrefix'] as const).map(entryOf)],
  [
    'Referrals and discharge',
    (['referrer', 'method', 'declinedReferral', 'referTo', 'dischargeReason', 'dischargedTo'] as const).map(
      entryOf,
    ),
  ],
  [
    'Care',
    (
      [
        'location',
        'concern',
        'goalsAchieved',
        'exerciseType',
        'equipment',
        'vasScale',
        'documentType',
      ] as const
    ).map(entryOf),
  ],
]

/** Leads to everything that a system administrator keeps; their home itself is empty (specification). */
export const Administration = () => (
  <AdministratorsOnly title="Administration">
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
  </AdministratorsOnly>
)
