import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { whenOf } from '../../../contract/care/classes/class.ts'
import { enrol, enrolForm, transports } from '../../../contract/care/classes/place.ts'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { classesQuery } from './classQueries.ts'
import { isOver, placesInWords } from './inWords.ts'
import { useBackToClasses } from './useBackToClasses.ts'

/** Gives the person a place in a class, or puts them on its waiting list. */
export const EnrolScreen = () => {
  const { pathway } = usePathway()
  const { data: classes } = useQuery(classesQuery)
  const { data: locations } = useQuery(lookupQuery('location'))
  const create = useCreateKey()
  const { search, leave } = useBackToClasses()
  const form = useZodForm(enrolForm, {
    classId: '',
    transport: 'own',
    wantedLocationId: '',
    joinedDate: '',
    unusualConfirmed: false,
  })
  return (
    <>
      <PageTitle>Enrol in a class</PageTitle>
      <p className="sf-purpose">
        If the class is full, the person waits for a place. The open exercise plan is used, or a new one is
        made.
      </p>
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
        actions={
          <Link to="/falls/pathway/view" search={search} className="sf-cancel">
            Cancel
          </Link>
        }
      >
        <SelectField
          form={form}
          name="classId"
          label={labels.classPlace.classId}
          options={classes
            ?.filter((each) => !isOver(each))
            .map((each) => ({
              id: each.id,
              name: `${each.name}: ${whenOf(each)}, ${each.names.location} (${placesInWords(each)})`,
            }))}
          offersKnown={false}
        />
        <ChoiceField
          form={form}
          name="transport"
          label={labels.classPlace.transport}
          options={transports.map(({ code, title }) => ({ id: code, name: title }))}
        />
        <SelectField
          form={form}
          name="wantedLocationId"
          label={optional(labels.classPlace.wantedLocationId)}
          options={locations}
          optional="Nowhere else"
          offersKnown={false}
        />
        <DateField
          form={form}
          name="joinedDate"
          label={optional(labels.classPlace.joinedDate)}
          hint="The next session, unless you name a day"
        />
        <ConfirmField form={form} name="unusualConfirmed" />
      </FormFrame>
    </>
  )
}
