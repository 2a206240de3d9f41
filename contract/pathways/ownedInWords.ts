import { formatCount } from '../platform/words/format.ts'

const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const referralsInWords = (count: number): string => counted(count, 'open referral', 'open referrals')

/** '12 open referrals and 3 tasks' */
export const ownedInWords = ({ referrals, tasks }: { referrals: number; tasks: number }): string =>
  tasks === 0
    ? referralsInWords(referrals)
    : `${referralsInWords(referrals)} and ${counted(tasks, 'task', 'tasks')}`
