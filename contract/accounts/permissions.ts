/**
 * Who may do what. Capabilities belong to the protected profile of a role, never to its name,
 * so that renaming a role cannot widen anyone's rights (AZ-3). Server and browser read this same table.
 */
export const profiles = [
  'Admissions',
  'Clinician',
  'Team Lead',
  'System Administrator',
  'Information Governance',
  'External',
  'none',
] as const
export type Profile = (typeof profiles)[number]

const staff = ['Admissions', 'Clinician', 'Team Lead'] as const
const everyone = profiles

const holders = {
  'account.own': everyone,
  'patient.read': [...staff, 'Information Governance'],
  /** Only what the user's own successful search opened (AZ-5). */
  'patient.readGranted': ['External'],
  'patient.search': [...staff, 'Information Governance'],
  'patient.searchExternal': [...staff, 'External'],
  'patient.write': staff,
  'pathway.write': staff,
  /** Which records may be of one person, and which were merged. */
  'duplicate.read': ['Team Lead', 'Information Governance'],
  /** Make one record of two, say that they are two people, and undo a merge. */
  'patient.merge': ['Team Lead'],
  'pathway.reopen': ['Team Lead'],
  /** Can be taken from Admissions by configuration. */
  'clinical.write': staff,
  /** Make and change classes; giving places and marking who came is clinical.write. */
  'class.write': ['Clinician', 'Team Lead'],
  'document.write': staff,
  /** Write, sign and send letters; their templates are administration.write. */
  'letter.write': staff,
  /** Give referrals, one or many, to an owner, and hand over those of somebody who leaves. */
  'owner.assign': ['Team Lead'],
  /** Become the owner of a referral that nobody owns. */
  'owner.take': ['Clinician', 'Team Lead'],
  'task.write': staff,
  'record.restore': ['Team Lead'],
  'workList.read': staff,
  /** What is late among all colleagues, and the weekly mail about it. */
  'today.oversee': ['Team Lead'],
  /** How many days each work list may take. */
  'target.write': ['Team Lead', 'System Administrator'],
  'report.run': staff,
  'dashboard.read': ['Team Lead'],
  /** Who saw and did what, from the audit trail. */
  'report.audit': ['Information Governance'],
  /** Requests of patients to see what is held of them: looked through, released and handed over. */
  'subjectRequest.write': ['Information Governance'],
  /** How long records are kept, holds, and which are to be destroyed. */
  'retention.write': ['Information Governance'],
  /** The second person who looks at a decision to destroy a record, and carries it out. */
  'retention.confirm': ['Information Governance', 'Team Lead'],
  /** Mark a record as restricted, and end that (decision 81). */
  'record.restrict': ['Information Governance', 'Team Lead'],
  /** Look through who opened a restricted record, and why. */
  'restrictedAccess.review': ['Information Governance'],
  'lookup.read': profiles.filter((profile) => profile !== 'none'),
  'lookup.readInactive': [...staff, 'System Administrator', 'Information Governance'],
  'administration.read': ['System Administrator', 'Information Governance'],
  'administration.write': ['System Administrator'],
  /** Messages of a demonstration, which may hold a way into an account. */
  'outbox.read': ['System Administrator'],
} as const satisfies Record<string, readonly Profile[]>

export type Capability = keyof typeof holders

const capabilitiesByProfile = new Map<Profile, ReadonlySet<Capability>>(
  profiles.map((profile) => [
    profile,
    new Set(
      (Object.keys(holders) as Capability[]).filter((capability) =>
        (holders[capability] as readonly Profile[]).includes(profile),
      ),
    ),
  ]),
)

/** What an installation may take away from the table; nothing can be added to it. */
export interface Narrowing {
  /** Whether Admissions staff write clinical records too, as the specification has it. */
  admissionsWriteClinical: boolean
}

/** Whether any of these profiles holds the capability in this installation. */
export const holds = (
  held: readonly Profile[],
  capability: Capability,
  { admissionsWriteClinical }: Narrowing,
): boolean =>
  held.some(
    (profile) =>
      capabilitiesByProfile.get(profile)?.has(capability) === true &&
      (admissionsWriteClinical || profile !== 'Admissions' || capability !== 'clinical.write'),
  )
