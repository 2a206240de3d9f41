/**
 * Who may do what. Capabilities belong to the protected profile of a role, never to its name, so renaming a role cannot
 * widen anybody's rights (AZ-3). Server and browser read this same table.
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
  /** Only the records that the user's own successful search opened (AZ-5). */
  'patient.readGranted': ['External'],
  'patient.search': [...staff, 'Information Governance'],
  'patient.searchExternal': [...staff, 'External'],
  'patient.write': staff,
  'pathway.write': staff,
  /** See the referrals that came in from outside, and accept or decline them. */
  'referral.triage': staff,
  /** Load a list of people who may need the service, and send people on it to triage. */
  'caseFinding.write': ['Admissions', 'Team Lead'],
  /** See which records may belong to the same person, and which were merged. */
  'duplicate.read': ['Team Lead', 'Information Governance'],
  /** Merge two records, mark them as two different people, and undo a merge. */
  'patient.merge': ['Team Lead'],
  'pathway.reopen': ['Team Lead'],
  /** Configuration can take this from Admissions. */
  'clinical.write': staff,
  /** Create and change classes. Giving places and marking attendance is clinical.write. */
  'class.write': ['Clinician', 'Team Lead'],
  /** Give a place in a class that is full. */
  'class.exceed': ['Team Lead'],
  'document.write': staff,
  /** Write, sign and send letters. Their templates are administration.write. */
  'letter.write': staff,
  /** Assign one or many referrals to an owner, and hand over those of a colleague who leaves. */
  'owner.assign': ['Team Lead'],
  /** Become the owner of a referral that nobody owns. */
  'owner.take': ['Clinician', 'Team Lead'],
  'task.write': staff,
  'record.restore': ['Team Lead'],
  'workList.read': staff,
  /** See what is late across all colleagues, and receive the weekly mail about it. */
  'today.oversee': ['Team Lead'],
  /** Set how many days each work list may take. */
  'target.write': ['Team Lead', 'System Administrator'],
  'report.run': staff,
  'dashboard.read': ['Team Lead'],
  /** Make the monthly national return of community services, a file that names patients. */
  'nationalReturn.make': ['Team Lead'],
  /** See who viewed and did what, from the audit trail. */
  'report.audit': ['Information Governance'],
  /** Handle subject access requests: review, release and hand over what is held about a patient. */
  'subjectRequest.write': ['Information Governance'],
  /** Set retention periods and holds, and decide which records to destroy. */
  'retention.write': ['Information Governance'],
  /** Confirm and carry out the destruction of a record, as the second person. */
  'retention.confirm': ['Information Governance', 'Team Lead'],
  /** Mark a record as restricted, and lift the restriction (decision 81). */
  'record.restrict': ['Information Governance', 'Team Lead'],
  /** Review who opened a restricted record, and why. */
  'restrictedAccess.review': ['Information Governance'],
  'lookup.read': profiles.filter((profile) => profile !== 'none'),
  'lookup.readInactive': [...staff, 'System Administrator', 'Information Governance'],
  'administration.read': ['System Administrator', 'Information Governance'],
  'administration.write': ['System Administrator'],
  /** Agree that a FHIR client may read, as the second person after who registered it. */
  'fhirClient.approve': ['Information Governance'],
  /** Read the messages of a demonstration, which may contain a way into an account. */
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

/** What an installation may remove from the table. It can add nothing. */
export interface Narrowing {
  /** Whether Admissions staff also write clinical records, as the specification says. */
  admissionsWriteClinical: boolean
}

/** Whether any of these profiles has the capability in this installation. */
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
