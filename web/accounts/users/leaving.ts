import { ownedInWords } from '../../../contract/pathways/ownedInWords.ts'
import { caseload } from '../../../contract/pathways/owner.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { call } from '../../platform/calls/api.ts'

/** What happens to the referrals and tasks of a clinician who can no longer act; null if there are none. */
export const leavingInWords = async (clinicianId: number): Promise<string | null> => {
  const owned = await call(caseload, { clinicianId })
  return owned.referrals + owned.tasks === 0
    ? null
    : `The clinician is responsible for ${ownedInWords(owned)}. Afterwards the referrals are in ${unowned}, until a Team Lead hands them all over under Owners.`
}
