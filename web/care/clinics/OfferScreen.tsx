import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { bookSlot, offerSlot, refuseSlot, type SlotCandidate } from '../../../contract/care/clinics/slot.ts'
import { formatDate, formatName } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PaperIdentity } from '../../platform/ui/PaperIdentity.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { candidatesQuery } from './clinicQueries.ts'
import { toldInWords } from './inWords.ts'
import { SlotWords } from './SlotWords.tsx'

/** A free slot, and who waits longest on the list of its clinic: it is offered, booked or refused. */
export const OfferScreen = () => {
  const slotId = Number(useParams({ from: '/falls/clinic-offer/$slotId' }).slotId)
  const { data, error, refetch } = useQuery(candidatesQuery(slotId))
  const { problem, attempt } = useAttempt()
  if (data === undefined) return <LoadingOrFailed what="slot" error={error} refetch={refetch} />
  const { slot, candidates } = data
  return (
    <>
      <PageTitle>Offer the slot</PageTitle>
      <SlotWords slot={slot} />
      {problem}
      {slot.free === 0 ? (
        <p role="status">Somebody is booked in this slot now.</p>
      ) : candidates.length === 0 ? (
        <p role="status">
          Nobody on the list of this clinic fits: they are booked already, live elsewhere, or have said no.
        </p>
      ) : (
        <ol className="sf-tasks" aria-label="Who waits longest">
          {candidates.map((candidate) => (
            <Candidate key={candidate.pathwayId} slotId={slotId} candidate={candidate} attempt={attempt} />
          ))}
        </ol>
      )}
      <p>
        <Link to="/falls/clinic/$clinicId" params={{ clinicId: String(slot.clinicId) }}>
          To the clinic
        </Link>
      </p>
    </>
  )
}

interface CandidateProps {
  slotId: number
  candidate: SlotCandidate
  attempt: ReturnType<typeof useAttempt>['attempt']
}

const Candidate = ({ slotId, candidate, attempt }: CandidateProps) => {
  const { pathwayId, patientId, waitingDays, offer } = candidate
  const create = useCreateKey()
  const name = formatName(candidate)
  const send = (work: () => Promise<string>): Promise<unknown> =>
    attempt(async () => {
      toast(await work())
      await forgetAfterSave()
    })
  const book = () =>
    send(async () => {
      const { told } = await create((options) => call(bookSlot, { slotId, pathwayId }, options))
      return `Booked. ${toldInWords(told)}`
    })
  const offerIt = () =>
    send(async () => {
      const { told } = await call(offerSlot, { slotId, pathwayId })
      return `Offered. ${toldInWords(told)}`
    })
  return (
    <li>
      <div>
        <p>
          <Link to="/falls/pathway/view" search={{ id: pathwayId, patientId }} translate="no">
            {name}
          </Link>
          <PaperIdentity person={candidate} />
          {waitingDays !== null && ` Waiting for ${waitingDays} ${waitingDays === 1 ? 'day' : 'days'}`}
          {offer !== null && `. Offered on ${formatDate(offer.offeredDate)}`}
        </p>
        <FlagChips chips={candidate.flags ?? []} />
      </div>
      <span className="sf-actions">
        <WorkButton work={book} label={`Book ${name}`}>
          Book
        </WorkButton>
        {offer === null ? (
          <WorkButton work={offerIt} label={`Offer to ${name}`}>
            Offer
          </WorkButton>
        ) : (
          <WorkButton
            work={() =>
              send(async () => {
                await call(refuseSlot, { id: offer.id, version: offer.version })
                return 'Recorded. The slot is free for the next person'
              })
            }
            label={`${name} said no`}
          >
            Said no
          </WorkButton>
        )}
      </span>
    </li>
  )
}
