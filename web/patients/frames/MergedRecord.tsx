import { Navigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../platform/calls/apiError.ts'

/** The id of the record that the requested one is now part of; null if the error has another cause. */
export const mergedInto = (error: Error | null): number | null =>
  (error instanceof ApiError ? error.problem?.mergedInto : null) ?? null

/** Redirects from an old address of a patient to the surviving record, on the same screen. */
export const LeadToSurvivor = ({ of, id }: { of: 'id' | 'patientId'; id: number }) => (
  <Navigate to="." search={(before: object) => ({ ...before, [of]: id, isMerged: true })} replace />
)

/** Shown if an old address redirected here. */
export const MergedNotice = ({ from }: { from: '/falls/patient' | '/falls/pathway' }) => {
  const { isMerged } = useSearch({ from })
  return isMerged === true ? (
    <p className="sf-moved" role="status">
      The record that you opened was merged into this one, because both belong to the same person.
    </p>
  ) : null
}
