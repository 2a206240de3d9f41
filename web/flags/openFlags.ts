import type { Flag } from '../../contract/flags/flag.ts'
import type { SafetyNets } from '../../contract/flags/safetyNets.ts'

/** Those that can still be changed, reviewed or ended. */
export const openFlags = ({ flags }: SafetyNets): Flag[] => flags.filter(({ endedAt }) => endedAt === null)
