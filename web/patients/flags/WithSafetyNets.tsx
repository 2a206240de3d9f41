import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import { PatientRecordNotFound } from '../frames/PatientRecordNotFound.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { safetyNetsQuery } from './queries.ts'

/** Reads the flags, capacity and contacts of the patient of this screen. */
export const WithSafetyNets = ({ children }: { children: (nets: SafetyNets) => ReactNode }) => {
  const { id } = usePatient()
  const { data, error, refetch } = useQuery(safetyNetsQuery(id))
  if (data === undefined) return <LoadingOrFailed what="flags" error={error} refetch={refetch} />
  return children(data)
}

interface StoredRowProps<Row extends { id: number }> {
  /** The id in the address. */
  id: string
  rowsOf: (nets: SafetyNets) => readonly Row[]
  children: (row: Row) => ReactNode
}

/** One row by the id in the address, as it was when it was opened. If there is no such row, the screen says so. */
export const StoredRow = <Row extends { id: number }>({ id, rowsOf, children }: StoredRowProps<Row>) => (
  <WithSafetyNets>
    {(nets) => (
      <Kept key={id} row={rowsOf(nets).find((row) => String(row.id) === id)}>
        {children}
      </Kept>
    )}
  </WithSafetyNets>
)

/** A background refetch must not overwrite what the user is typing, even if the row is gone. */
const Kept = <Row,>({ row, children }: { row: Row | undefined; children: (row: Row) => ReactNode }) => {
  const [opened] = useState(row)
  const shown = opened ?? row
  if (shown === undefined) return <PatientRecordNotFound />
  return children(shown)
}

interface NewOrStoredProps<Row extends { id: number }> extends Omit<StoredRowProps<Row>, 'children'> {
  children: (row: Row | null) => ReactNode
}

/**
 * The same for a screen that adds a row when the id in its address is 0. A new row waits for nothing that is stored.
 */
export const NewOrStored = <Row extends { id: number }>({ children, ...stored }: NewOrStoredProps<Row>) =>
  stored.id === '0' ? children(null) : <StoredRow {...stored}>{children}</StoredRow>
