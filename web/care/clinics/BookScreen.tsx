import { bookSlot, type FreeSlot } from '../../../contract/care/clinics/slot.ts'
import { useState } from 'react'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { FindSlot } from './FindSlot.tsx'
import { findAgain } from './clinicQueries.ts'
import { Knows } from './Knows.tsx'
import { districtOf } from './inWords.ts'
import { slotLabel } from './SlotWords.tsx'
import { useBooked } from './useBooked.ts'

/** Finds the next free slot for this referral and books it. */
export const BookScreen = () => {
  const { pathway, patient } = usePathway()
  const { problem, attempt } = useAttempt()
  const create = useCreateKey()
  const { search, leave } = useBooked()
  const [knows, setKnows] = useState(false)
  const book = ({ id: slotId }: FreeSlot): Promise<unknown> =>
    attempt(async () => {
      const input = { slotId, pathwayId: pathway.id, tell: !knows }
      const { id, told } = await create((options) => call(bookSlot, input, options)).catch(findAgain)
      await leave('Booked', told, 'invitation', id)
    })
  return (
    <>
      <PageTitle>Book a slot</PageTitle>
      {problem}
      <Knows knows={knows} setKnows={setKnows} />
      <FindSlot pathwayId={pathway.id} district={districtOf(patient.postcode)}>
        {(slot) => (
          <WorkButton label={slotLabel('Book', slot)} work={() => book(slot)}>
            Book
          </WorkButton>
        )}
      </FindSlot>
      <CancelLink to="/falls/pathway/view" search={search} />
    </>
  )
}
