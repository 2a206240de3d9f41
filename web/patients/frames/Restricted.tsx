import { Suspense } from 'react'
import { ApiError } from '../../platform/calls/apiError.ts'
import { lazyPart } from '../../platform/ui/lazyScreen.tsx'

const RestrictedRecord = lazyPart('RestrictedRecord', () => import('./RestrictedRecord.tsx'))

/**
 * The id of the patient whose restricted record was requested without a reason; null if the error has another cause.
 */
export const restrictedRecord = (error: Error | null): number | null =>
  (error instanceof ApiError ? error.problem?.restricted?.patientId : null) ?? null

/** The question why a restricted record is needed. It is loaded on demand, because nearly all records open without. */
export const Restricted = ({ patientId }: { patientId: number }) => (
  <Suspense>
    <RestrictedRecord patientId={patientId} />
  </Suspense>
)
