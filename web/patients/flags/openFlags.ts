import type { Flag } from '../../../contract/patients/flags/flag.ts'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'

/** Flags that can still be changed, reviewed or ended. */
export const openFlags = ({ flags }: SafetyNets): Flag[] => flags.filter(({ endedAt }) => endedAt === null)
