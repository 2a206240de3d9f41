import type { AuditPerson } from '../../../contract/insight/audit/auditQuestion.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

/** 'Ada Okoro (Clinician) opened the record 4 times and changed it twice, between … and ….' */
export const personInWords = ({ who, role, first, last, opened, changed, listed }: AuditPerson): string => {
  const did = [
    ...(opened > 0 ? [`opened the record ${times(opened)}`] : []),
    ...(changed > 0 ? [`changed ${opened > 0 ? 'it' : 'the record'} ${times(changed)}`] : []),
    ...(listed > 0 ? [`saw the name among others, on a list or in a report, ${times(listed)}`] : []),
  ]
  const when =
    first === last
      ? `on ${formatDateTime(last)}`
      : `between ${formatDateTime(first)} and ${formatDateTime(last)}`
  const end = did.length > 1 ? `${did.slice(0, -1).join(', ')} and ${did.at(-1) ?? ''}` : (did[0] ?? '')
  return `${who}${role === null ? '' : ` (${role})`} ${end}, ${when}.`
}
