import { useNavigate } from '@tanstack/react-router'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import type { acceptIncoming } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { NextStep } from '../../pathways/records/NextStep.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { forgetIncoming } from './incomingQueries.ts'

/** After accepting: the page of the referral that it became. */
export const useAccepted = () => {
  const navigate = useNavigate()
  return async ({ pathwayId: id, patientId }: ReplyOf<typeof acceptIncoming>): Promise<void> => {
    await Promise.all([forgetIncoming(), forgetAfterSave()])
    toast('Referral accepted', <NextStep pathwayId={id} patientId={patientId} />)
    await navigate({ to: '/falls/pathway/view', search: { id, patientId }, replace: true })
  }
}
