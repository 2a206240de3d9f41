import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { mondayOf } from '../../../contract/platform/dates/weekdays.ts'
import { homeExerciseForm, saveHomeExercise } from '../../../contract/care/classes/homeExercise.ts'
import type { PlanDose } from '../../../contract/care/classes/place.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { RecordNotFound } from '../../pathways/records/RecordNotFound.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { classesOfPathwayQuery } from './classQueries.ts'
import { useBackToClasses } from './useBackToClasses.ts'

/** The home exercise diary, week by week. */
export const HomeExerciseScreen = () => {
  const { exerciseId } = useParams({ from: '/falls/pathway/home-exercise/$exerciseId' })
  const { pathway } = usePathway()
  const { data, error, refetch } = useQuery(classesOfPathwayQuery(pathway.id))
  if (data === undefined) return <LoadingOrFailed what="diary" error={error} refetch={refetch} />
  const plan = data.plans.find((each) => String(each.exerciseId) === exerciseId)
  return plan === undefined ? <RecordNotFound /> : <HomeForm plan={plan} />
}

const HomeForm = ({ plan }: { plan: PlanDose }) => {
  const { pathway } = usePathway()
  const { search, leave } = useBackToClasses()
  const form = useZodForm(homeExerciseForm, { weekDate: '', minutes: '' })
  return (
    <>
      <PageTitle>Exercise at home</PageTitle>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async (values) => {
          const week = plan.weeks.find(({ weekDate }) => weekDate === mondayOf(values.weekDate))
          await call(saveHomeExercise, {
            ...values,
            ...{ pathwayId: pathway.id, exerciseId: plan.exerciseId, version: week?.version },
          })
          await leave('Exercise at home saved')
        }}
        actions={<CancelLink to="/falls/pathway/view" search={search} />}
      >
        <Fields
          form={form}
          labels={labels.homeExercise}
          fields={[
            {
              day: 'weekDate',
              hint: 'Any day of it, for example 15 3 2026. What was saved for that week is replaced',
            },
            { text: 'minutes', hint: 'In the whole week', width: 4, isNumber: true },
          ]}
        />
      </FormFrame>
      {plan.weeks.length > 0 && (
        <section className="sf-card sf-part" aria-labelledby="weeks">
          <h2 className="nhsuk-heading-s" id="weeks">
            Weeks so far
          </h2>
          <ul>
            {plan.weeks.map(({ id, weekDate, minutes }) => (
              <li key={id}>
                Week of {formatDate(weekDate)}: {minutes} minutes
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
