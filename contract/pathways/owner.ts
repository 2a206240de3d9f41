import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId, optionalChoice, requiredChoice } from '../platform/fields/fields.ts'
import { stages } from '../stages/stage.ts'
import { historyCall } from '../platform/calls/record.ts'
import { patientRow } from '../patients/search/search.ts'
import { unowned } from './unowned.ts'

/*
 * Who is responsible for an open referral: one clinician, or nobody, in which case it is listed in Unowned. A closed
 * referral has no owner, with one exception: if the patient has a red flag and no open referral, the last owner stays
 * (docs/reference/pathways.md).
 */

/** The most referrals that can be given to an owner in one call. The hand-over of a leaver has no limit. */
export const mostAssigned = 500

const nullableText = z.string().nullable()
const nullableId = z.int().nullable()

export const ownerReply = z.object({
  /** The id of the ownership record; null if an owner was never chosen. */
  id: nullableId,
  version: nullableId,
  isOpen: z.boolean(),
  /** The referral is closed, and its owner stays responsible for a red flag of the patient. */
  holdsRedFlag: z.boolean(),
  /** Who is responsible now; null if the referral or its red flag is in Unowned, or if the referral is closed. */
  ownerId: nullableId,
  owner: nullableText,
  /** The last chosen owner, if they no longer work in the service. */
  left: nullableText,
  teamId: nullableId,
  team: nullableText,
  /** The clinician linked to the caller's account; null if there is none. */
  ownClinicianId: nullableId,
})
export type Owner = z.output<typeof ownerReply>

export const getOwner = endpoint({
  method: 'GET',
  path: '/api/owner/get',
  summary: 'Who is responsible for a referral',
  input: z.object({ pathwayId: existingId() }),
  reply: ownerReply,
})

export const assignForm = z.object({
  clinicianId: requiredChoice('Owner required'),
  teamId: optionalChoice(),
})

export const assignOwner = endpoint({
  method: 'POST',
  path: '/api/owner/assign',
  summary:
    'Give open referrals, or closed ones with an open red flag, to an owner or to nobody; all of them or none',
  input: z.object({
    pathwayIds: z
      .array(existingId())
      .min(1, 'Choose at least one referral')
      .max(mostAssigned, `Choose at most ${mostAssigned} referrals`),
    /** null puts the referrals in Unowned. */
    clinicianId: optionalChoice(),
    /** If absent, each referral keeps its team. */
    teamId: optionalChoice(),
    /**
     * The owner that the sender saw, null for Unowned. If any referral has another owner by now, the whole call is
     * refused.
     */
    from: optionalChoice(),
  }),
  reply: z.object({ referrals: z.int() }),
})

export const takeReferral = endpoint({
  method: 'POST',
  path: '/api/owner/take',
  summary: 'Become the owner of a referral that nobody owns',
  input: z.object({ pathwayId: existingId() }),
  reply: z.object({ referrals: z.int() }),
})

export const handOverForm = z.object({ toClinicianId: optionalChoice() })

export const handOver = endpoint({
  method: 'POST',
  path: '/api/owner/handOver',
  summary: 'Hand over all open referrals and tasks of a clinician to another, or to nobody, in one step',
  input: z.object({ clinicianId: requiredChoice('Clinician required'), ...handOverForm.shape }),
  reply: z.object({
    referrals: z.int(),
    tasks: z.int(),
    /** How many items the clinician still owns: none. */
    left: z.int(),
  }),
})

/** How many referrals (open, or closed with an open red flag) and tasks of their own a clinician is responsible for. */
const owned = { referrals: z.int(), tasks: z.int() }

export const caseloads = endpoint({
  method: 'GET',
  path: '/api/owner/caseloads',
  summary: 'Number of open referrals that each clinician owns, and number without an owner',
  input: z.object({}),
  reply: z.object({
    unowned: z.int(),
    caseloads: z.array(
      z.object({
        clinicianId: z.int(),
        name: z.string(),
        /** false: the clinician has left. What they still own must be handed over, and is in Unowned until then. */
        isInService: z.boolean(),
        ...owned,
      }),
    ),
  }),
})
export type Caseloads = z.output<typeof caseloads.reply>

export const caseload = endpoint({
  method: 'GET',
  path: '/api/owner/caseload',
  summary: 'How many open referrals and tasks one clinician has',
  input: z.object({ clinicianId: existingId() }),
  reply: z.object(owned),
})

export const ownedReferral = patientRow.extend({
  pathwayId: z.int(),
  stage: z.enum(stages),
  since: nullableText,
  team: nullableText,
  /** The last chosen owner, if they no longer work in the service. */
  left: nullableText,
})
export type OwnedReferral = z.output<typeof ownedReferral>

/** The most rows in a reply: those that have waited longest. */
export const mostOwnedShown = 200

export const ownedReferrals = endpoint({
  method: 'GET',
  path: '/api/owner/referrals',
  summary: `Open referrals of a clinician, or in ${unowned}: the ${mostOwnedShown} that have waited longest`,
  /** Without a clinician, the referrals in Unowned. */
  input: z.object({ clinicianId: existingId().optional() }),
  reply: z.object({ total: z.int(), rows: z.array(ownedReferral) }),
})

export const ownerHistory = historyCall('pathwayOwner', 'ownership of a referral')

export const ownerEndpoints = [
  getOwner,
  assignOwner,
  takeReferral,
  handOver,
  caseloads,
  caseload,
  ownedReferrals,
  ownerHistory,
] as const
