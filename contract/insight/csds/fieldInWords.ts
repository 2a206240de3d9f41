import { lookups } from '../../reference/lookups.ts'
import type { Need, Standing } from './table.ts'

export const needTitles: Readonly<Record<Need, string>> = {
  mandatory: 'Mandatory',
  required: 'Required',
  pilot: 'Pilot',
}

/** How sure the value of a field is, in a sentence. */
export const standingInWords = (standing: Standing): string => {
  switch (standing.kind) {
    case 'own':
      return 'Ours: no national code'
    case 'verified':
      return `Code verified: ${standing.source}`
    case 'list':
      return `To be checked: sent once the list ${lookups[standing.list].plural} has a CSDS code and where it was read`
    case 'setting':
      return 'As set'
    case 'blank':
      return `Blank: ${standing.why}`
  }
}
