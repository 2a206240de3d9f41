import { z } from 'zod'
import { flagChip } from '../../patients/flags/chips.ts'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId } from '../../platform/fields/fields.ts'
import { withheldField } from '../../platform/calls/withheld.ts'
import { comparePerson, type Ours } from './compare.ts'
import type { PdsPerson } from './pds.ts'

/*
 * What the nightly check of people with an open referral finds (decision 157). Only which part differs is kept: what PDS
 * says is shown by *Check with PDS*, where a person accepts it or not.
 */

/** What differs, the most pressing first. */
export const differenceKinds = {
  died: 'PDS says that the patient died',
  sensitive: 'Sensitive in PDS: nobody may find out where the person is',
  replaced: 'PDS has another NHS number',
  withdrawn: 'PDS does not know this NHS number any more',
  name: 'Name',
  birth: 'Date of birth',
  address: 'Address',
  practice: 'GP practice',
} as const
export type DifferenceKind = keyof typeof differenceKinds
export const differenceCodes = Object.keys(differenceKinds) as DifferenceKind[]

/** Who may have died stays on the list until it is settled, because nobody may ring or write meanwhile. */
export const mayBeLeft = (kind: DifferenceKind): boolean => kind !== 'died'

/** Parts of the comparison that the list names, by the kind of difference. */
const kindOfPart: Readonly<Record<string, DifferenceKind>> = {
  nhsNumber: 'replaced',
  familyName: 'name',
  firstName: 'name',
  dateOfBirth: 'birth',
  address: 'address',
  registeredGP: 'practice',
}

interface OurRecord extends Ours {
  deceasedDate: string | null
  isRestricted: boolean
}

/** Which parts of the record differ from what PDS says of the person now. What has ended there is no difference. */
export const differencesFrom = (ours: OurRecord, theirs: PdsPerson): DifferenceKind[] => {
  const parts = comparePerson(ours, {}, theirs)
    .filter(({ isSame, endedOn }) => !isSame && endedOn === null)
    .flatMap(({ part }) => kindOfPart[part] ?? [])
  const found = new Set<DifferenceKind>([
    ...(theirs.death !== null && ours.deceasedDate === null ? ['died' as const] : []),
    ...(theirs.isSensitive && !ours.isRestricted ? ['sensitive' as const] : []),
    ...parts,
  ])
  return differenceCodes.filter((kind) => found.has(kind))
}

const row = z.object({
  patientId: z.int(),
  pathwayId: z.int(),
  familyName: z.string(),
  firstName: z.string().nullable(),
  namePrefix: z.string().nullable(),
  nhsNumber: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  flags: z.array(flagChip),
  ...withheldField,
  kinds: z.array(z.enum(differenceCodes)),
  /** Since when the list has the person. */
  foundAt: z.string(),
})
export type DifferenceRow = z.output<typeof row>

export const mostDifferencesListed = 200

export const listDifferences = endpoint({
  method: 'GET',
  path: '/api/pds/differences',
  summary: `Patients with an open referral whose record differs from PDS: who may have died first, at most ${mostDifferencesListed}`,
  input: z.object({}),
  reply: z.object({
    rows: z.array(row),
    hasMore: z.boolean(),
    /** The last night in which PDS was asked: how many people it was asked about, and why it ended early. */
    lastNight: z.object({ night: z.string(), asked: z.int(), ended: z.string().nullable() }).nullable(),
  }),
})

export const countDifferences = endpoint({
  method: 'GET',
  path: '/api/pds/differenceCount',
  summary: 'How many patients with an open referral differ from PDS, and how many of them died as PDS says',
  input: z.object({}),
  reply: z.object({ differing: z.int(), died: z.int() }),
})

export const leaveDifferences = endpoint({
  method: 'POST',
  path: '/api/pds/leave',
  summary:
    'Leave a record as it is although it differs from PDS, until PDS changes again; a death cannot be left',
  input: z.object({
    patientId: existingId(),
    /** What the user saw. */
    kinds: z
      .array(z.enum(differenceCodes))
      .min(1)
      .refine((kinds) => kinds.every(mayBeLeft), 'A death has to be recorded, or put right in PDS'),
  }),
  reply: z.object({ success: z.literal(true) }),
})

export const differenceEndpoints = [listDifferences, countDifferences, leaveDifferences] as const
