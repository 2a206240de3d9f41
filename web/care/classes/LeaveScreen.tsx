import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  leaveClass,
  leaveForm,
  leaveReasons,
  type PathwayPlace,
} from '../../../contract/care/classes/place.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { today } from '../../../contract/platform/dates/dates.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { RecordNotFound } from '../../pathways/records/RecordNotFound.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { classesOfPathwayQuery } from './classQueries.ts'
import { useBackToClasses } from './useBackToClasses.ts'

/** Ends a place in a class and records the reason. */
export const LeaveScreen = () => {
  const { placeId } = useParams({ from: '/falls/pathway/class-leave/$placeId' })
  const { pathway } = usePathway()
  const { data, error, refetch } = useQuery(classesOfPathwayQuery(pathway.id))
  if (data === undefined) return <LoadingOrFailed what="place" error={error} refetch={refetch} />
  const place = data.places.find(({ id }) => String(id) === placeId)
  return place === undefined ? <RecordNotFound /> : <LeaveForm key={place.id} place={place} />
}

const LeaveForm = ({ place: read }: { place: PathwayPlace }) => {
  const [place] = useState(read)
  const { search, leave } = useBackToClasses()
  const form = useZodForm(leaveForm, {
    leftDate: today(),
    leftReason: '' as 'other',
    leftNote: '',
    planCompleted: true,
  })
  const isFinished = useWatch({ control: form.control, name: 'leftReason' }) === 'finished'
  const mayComplete = isFinished && place.exerciseId !== null
  return (
    <>
      <PageTitle>Leave the class</PageTitle>
      <p className="sf-purpose">
        {place.className}. The exercise plan stays open unless the programme is finished: complete it when
        exercise has ended.
      </p>
      <StoredForm
        form={form}
        version={place.version}
        leave={() => leave('Nothing was saved')}
        save={(values, version) =>
          call(leaveClass, {
            ...values,
            planCompleted: mayComplete ? values.planCompleted : undefined,
            id: place.id,
            version,
          })
        }
        done={() => leave('The place in the class has ended')}
        actions={<CancelLink to="/falls/pathway/view" search={search} />}
      >
        <Fields
          form={form}
          labels={labels.classPlace}
          fields={[
            { select: 'leftReason', options: leaveReasons, offersKnown: false },
            mayComplete && { tick: 'planCompleted' },
            { day: 'leftDate' },
            { lines: 'leftNote', isOptional: true },
          ]}
        />
      </StoredForm>
    </>
  )
}
