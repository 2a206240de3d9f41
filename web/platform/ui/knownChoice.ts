import { useState } from 'react'
import { diedCode } from '../../../contract/patients/died.ts'
import { useSession } from '../session/session.ts'
import { lastUsed, rememberUsed } from './lastUsed.ts'

/*
 * What the product knows about a choice before it is made. It depends on the contract's name for the field, so every
 * form has it and none can forget it (decision 62). The choice is offered, never filled in.
 */

type Known =
  /** A person: the signed-in user, if they are in the list. */
  | { me: 'clinicianId' | 'teamMemberId' }
  /** A choice that people often repeat: the one this user last made in this list. */
  | { again: string }

const known: Record<string, Known> = {
  clinicianId: { me: 'clinicianId' },
  referralClinicianId: { me: 'clinicianId' },
  dischargeClinicianId: { me: 'clinicianId' },
  toClinicianId: { me: 'clinicianId' },
  teamMemberId: { me: 'teamMemberId' },
  locationId: { again: 'location' },
  exerciseTypeId: { again: 'exerciseType' },
  referrerId: { again: 'referrer' },
  referralMethodId: { again: 'method' },
  dischargedTo: { again: 'dischargedTo' },
}

/** 'assessment.clinicianId' → 'clinicianId' */
const nameInContract = (field: string): string => field.slice(field.lastIndexOf('.') + 1)

/** Whether the choices of a field are people of the service. */
export const isOfPeople = (field: string): boolean => 'me' in (known[nameInContract(field)] ?? {})

interface Row {
  id: number | string
  name: string
  code?: string | null | undefined
}

/** One press instead of opening a list and looking for the row in it. */
export interface OfferedChoice {
  id: string
  words: string
  /**
   * False until the list is loaded, and if the row is no longer in it. The space then stays empty, so that nothing
   * moves.
   */
  isThere: boolean
}

/** @param isOffered false if the field is not about the person who fills it in */
export const useKnownChoice = (
  field: string,
  options: readonly Row[] | undefined,
  isOffered: boolean,
): { offered: OfferedChoice | null; remember: (id: string) => void } => {
  const user = useSession()?.profile?.user
  const of = isOffered ? known[nameInContract(field)] : undefined
  // Read once when the form opens, so that a choice made in the form is not offered beside itself.
  const [last] = useState(() => (of !== undefined && 'again' in of ? lastUsed(of.again) : null))
  if (of === undefined) return { offered: null, remember: () => undefined }
  const id = 'me' in of ? user?.[of.me] : last
  const row = options?.find((option) => String(option.id) === String(id))
  return {
    offered:
      id == null
        ? null
        : {
            id: String(id),
            words: 'me' in of ? 'Me' : `Last used: ${row?.name ?? ''}`,
            isThere: row !== undefined,
          },
    remember: (chosen) => {
      const isDeath = options?.some((option) => String(option.id) === chosen && option.code === diedCode)
      if ('again' in of && isDeath !== true) rememberUsed(of.again, chosen)
    },
  }
}
