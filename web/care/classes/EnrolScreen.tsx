import { useQuery } from '@tanstack/react-query'
import { whenOf } from '../../../contract/care/classes/class.ts'
import { enrol, enrolForm, transports } from '../../../contract/care/classes/place.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { classesQuery } from './classQueries.ts'
import { isOver, placesInWords } from './inWords.ts'
import { useBackToClasses } from './useBackToClasses.ts'

/** Gives the person a place in a class, or puts them on its waiting list. */
export const EnrolScreen = () => {
  const { pathway, frat, wellbeing } = usePathway()
  const { data: classes } = useQuery(classesQuery)
  const mayExceed = useMay('class.exceed')
  const create = useCreateKey()
  const { search, leave } = useBackToClasses()
  const form = useZodForm(enrolForm, {
    classId: '',
    transport: 'own',
    wantedLocationId: '',
    joinedDate: '',
    isExtra: false,
    unusualConfirmed: false,
  })
  return (
    <>
      <PageTitle>Enrol in a class</PageTitle>
      <p className="sf-purpose">
        If the class is full, the person waits for a place. The open exercise plan is used, or a new one is
        made.
      </p>
      <MissingAssessments
        missing={[frat.length === 0 && 'FRAT', wellbeing.length === 0 && 'wellbeing assessment'].filter(
          (each) => each !== false,
        )}
      />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Enrol"
        onSave={async (values) => {
          const { state } = await create((options) =>
            call(enrol, { ...values, pathwayId: pathway.id }, options),
          )
          await leave(state === 'joined' ? 'Enrolled' : 'The class is full: on its waiting list')
        }}
        actions={<CancelLink to="/falls/pathway/view" search={search} />}
      >
        <Fields
          form={form}
          labels={labels.classPlace}
          fields={[
            {
              select: 'classId',
              options: classes
                ?.filter((each) => !isOver(each))
                .map((each) => ({
                  id: each.id,
                  name: `${each.name}: ${whenOf(each)}, ${each.names.location} (${placesInWords(each)})`,
                })),
              offersKnown: false,
            },
            { choice: 'transport', options: transports },
            {
              lookup: 'wantedLocationId',
              of: 'location',
              isOptional: true,
              unset: 'Nowhere else',
              offersKnown: false,
            },
            { day: 'joinedDate', isOptional: true, hint: 'The next session, unless you name a day' },
            mayExceed && { tick: 'isExtra' },
          ]}
        />
        <ConfirmField form={form} name="unusualConfirmed" />
      </FormFrame>
    </>
  )
}

/** Assessments that are missing are said, not demanded. */
const MissingAssessments = ({ missing }: { missing: readonly string[] }) =>
  missing.length === 0 ? null : (
    <p className="sf-prompt" role="note">
      No {new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(missing)} is recorded yet. The person
      can have a place all the same.
    </p>
  )
