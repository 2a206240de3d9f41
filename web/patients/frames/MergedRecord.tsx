import { Navigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../platform/calls/apiError.ts'

/** The record of which the one that was asked for is part now; null where it is not for that. */
export const mergedInto = (error: Error | null): number | null =>
  (error instanceof ApiError ? error.problem?.mergedInto : null) ?? null

/** Leads from an old address of a patient to the record that stays, on the same screen. */
export const LeadToSurvivor = ({ of, id }: { of: 'id' | 'patientId'; id: number }) => (
  <Navigate to="." search={(before: object) => ({ ...before, [of]: id, isMerged: true })} replace />
)

/** Said where an old address led here. */
export const MergedNotice = ({ from }: { from: '/falls/patient' | '/falls/pathway' }) => {
  const { isMerged } = useSearch({ from })
  return isMerged === true ? (
    <p className="sf-moved" role="status">
      The record that you opened was merged into this one, because both are of the same person.
    </p>
  ) : null
}
