import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  leaveClass,
  leaveForm,
  leaveReasonOf,
  leaveReasons,
  planAnswers,
  type PathwayPlace,
  type PlanAnswer,
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
    planAnswer: '' as PlanAnswer | '',
    elsewhereTo: '',
  })
  const hasPlan = place.exerciseId !== null
  const reason = useWatch({ control: form.control, name: 'leftReason' })
  const suggested = leaveReasonOf(reason)?.plan
  const { setValue } = form
  // What the user has answered already stays.
  const isAnswered = form.formState.dirtyFields.planAnswer === true
  useEffect(() => {
    if (suggested !== undefined && !isAnswered) setValue('planAnswer', suggested)
  }, [suggested, isAnswered, setValue])
  return (
    <>
      <PageTitle>Leave the class</PageTitle>
      <p className="sf-purpose">
        {place.className}.{' '}
        {hasPlan &&
          'Say whether the exercise plan goes on or has ended: only a completed plan counts as completion.'}
      </p>
      <StoredForm
        form={form}
        version={place.version}
        leave={() => leave('Nothing was saved')}
        save={(values, version) =>
          call(leaveClass, {
            ...values,
            planAnswer: hasPlan ? values.planAnswer : undefined,
            id: place.id,
            version,
          })
        }
        done={() =>
          form.getValues('planAnswer') === 'elsewhere'
            ? leave('The place in the class has ended. Write the letter for the new class', 'letters')
            : leave('The place in the class has ended')
        }
        actions={<CancelLink to="/falls/pathway/view" search={search} />}
      >
        <Fields
          form={form}
          labels={labels.classPlace}
          fields={[
            { select: 'leftReason', options: leaveReasons, offersKnown: false },
            hasPlan && { choice: 'planAnswer', options: planAnswers },
            hasPlan && {
              text: 'elsewhereTo',
              isOptional: true,
              hint: 'Such as a leisure class',
              when: ['planAnswer', (answer) => answer === 'elsewhere'],
            },
            { day: 'leftDate' },
            { lines: 'leftNote', isOptional: true },
          ]}
        />
      </StoredForm>
    </>
  )
}
