import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SafetyNets } from '../../contract/flags/safetyNets.ts'
import { ApiError } from '../api.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { safetyNetsQuery } from './queries.ts'

/** Reads the flags, capacity and contacts of the patient of this screen. */
export const WithSafetyNets = ({ children }: { children: (nets: SafetyNets) => ReactNode }) => {
  const { id } = usePatient()
  const { data, error, refetch } = useQuery(safetyNetsQuery(id))
  if (data === undefined)
    return error === null ? (
      <LoadingState what="flags" />
    ) : (
      <FailedState error={error} reset={() => void refetch()} />
    )
  return children(data)
}

/** One row of a list by the id in the address: 'new' for 0, and a row that is not there is said to be missing. */
export const OneOf = <Row extends { id: number }>({
  rows,
  id,
  children,
}: {
  rows: readonly Row[]
  id: string
  children: (row: Row | null) => ReactNode
}) => {
  const row = rows.find((each) => String(each.id) === id)
  if (row === undefined && id !== '0') return <FailedState error={new ApiError(404, 'Not found')} />
  return children(row ?? null)
}
