import type { Caseloads } from '../../../contract/pathways/owner.ts'
import type { Option } from '../../platform/ui/SelectField.tsx'
import { referralsInWords } from '../../../contract/pathways/ownedInWords.ts'

/**
 * The clinicians who can be given referrals, with the number each owns. @param without the clinician whose referrals
 * are given away
 */
export const clinicianChoices = (counts: Caseloads | undefined, without?: number): Option[] | undefined =>
  counts?.caseloads
    .filter(({ isInService, clinicianId }) => isInService && clinicianId !== without)
    .map(({ clinicianId, name, referrals }) => ({
      id: clinicianId,
      name: `${name}: ${referralsInWords(referrals)}`,
    }))
