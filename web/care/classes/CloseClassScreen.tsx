import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { whenOf, type ClassRow, type ClassView } from '../../../contract/care/classes/class.ts'
import {
  closeClass,
  closingChoices,
  answerField,
  toClassField,
  closingForm,
  type ClosingAnswer,
} from '../../../contract/care/classes/closing.ts'
import type { ClassPerson } from '../../../contract/care/classes/place.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate, formatName } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { classesQuery, classQuery, peopleQuery } from './classQueries.ts'
import { isOver, placesInWords } from './inWords.ts'

/** Ends a class early, and asks on one screen how each person goes on. */
export const CloseClassScreen = () => {
  const id = Number(useParams({ from: '/falls/class-close/$classId' }).classId)
  const { data: view, error, refetch } = useQuery(classQuery(id))
  const people = useQuery(peopleQuery(id))
  if (view === undefined) return <LoadingOrFailed what="class" error={error} refetch={refetch} />
  if (people.data === undefined)
    return <LoadingOrFailed what="people" error={people.error} refetch={people.refetch} />
  return <CloseForm key={id} view={view} people={people.data} />
}

/** One answer for each place, by its id; '' while nothing is chosen. */
const form = z.object({
  lastDate: closingForm.shape.lastDate,
  answers: z.record(z.string(), z.string()),
  toClass: z.record(z.string(), z.string()),
  knows: z.boolean(),
})
type Typed = z.input<typeof form>
type Form = UseFormReturn<Typed, unknown, z.output<typeof form>>

const keyOf = ({ id }: ClassPerson): string => `place${id}`

const answersOf = (people: readonly ClassPerson[], { lastDate, answers, toClass }: Typed): ClosingAnswer[] =>
  people.flatMap((person) => {
    const isWaiting = person.state !== 'joined'
    const code = isWaiting ? 'otherClass' : answers[keyOf(person)]
    const choice = closingChoices.find((each) => each.code === code)
    const to = choice?.code === 'otherClass' ? (toClass[keyOf(person)] ?? '') : ''
    // Nobody says yet how members go on while the class goes on; who waits goes to another class at once, or waits no more.
    if (choice === undefined || (isWaiting ? to === '' : lastDate > today())) return []
    const { leftReason, planAnswer } = choice
    return { placeId: person.id, version: person.version, leftReason, planAnswer, toClassId: to }
  })

/** The last session up to today, or today if there was none. */
const usualLastDay = ({ sessions }: ClassView): string =>
  sessions.findLast(({ sessionDate }) => sessionDate <= today())?.sessionDate ?? today()

const CloseForm = ({
  view: read,
  people: readPeople,
}: {
  view: ClassView
  people: readonly ClassPerson[]
}) => {
  // As they were when the form opened, so that a refetch does not change what the user has answered.
  const [view] = useState(read)
  const [people] = useState(readPeople.filter(({ endedHow }) => endedHow === null))
  const navigate = useNavigate()
  const joined = people.filter(({ state }) => state === 'joined')
  const waiting = people.filter(({ state }) => state !== 'joined')
  const none = Object.fromEntries(people.map((person) => [keyOf(person), '']))
  const closing: Form = useZodForm(form, {
    ...{ lastDate: usualLastDay(view), answers: none, toClass: none, knows: false },
  })
  const leave = async (said: string): Promise<void> => {
    await forgetAfterSave()
    toast(said)
    await navigate({ to: '/falls/class/$classId', params: { classId: String(view.id) }, replace: true })
  }
  return (
    <>
      <PageTitle>Close the class</PageTitle>
      <p className="sf-purpose">
        {view.name}, {whenOf(view)}. Sessions after the last day are taken out of the diary. A person without
        an answer stays a task of the instructor.
      </p>
      <StoredForm
        form={closing}
        version={view.version}
        submit="Close the class"
        leave={() => leave('Nothing was saved')}
        save={(values, version) =>
          call(closeClass, {
            id: view.id,
            version,
            lastDate: values.lastDate,
            people: answersOf(people, values),
            tell: !values.knows,
          })
        }
        done={() =>
          leave(
            closing.getValues('knows')
              ? 'The class is closed'
              : 'The class is closed. Tasks say whom to ring or write to',
          )
        }
        actions={<CancelLink to="/falls/class/$classId" params={{ classId: String(view.id) }} />}
      >
        <DateField form={closing} name="lastDate" label="Last day" />
        <People form={closing} of={view} people={joined} />
        {waiting.length > 0 && <Waiting form={closing} of={view} people={waiting} />}
        <CheckboxField form={closing} name="knows" label="Send nothing: everybody knows" />
      </StoredForm>
    </>
  )
}

interface PeopleProps {
  form: Form
  of: ClassView
  people: readonly ClassPerson[]
}

const People = ({ form: closing, of, people }: PeopleProps) => {
  const [lastDate, answers] = useWatch({ control: closing.control, name: ['lastDate', 'answers'] })
  if (people.length === 0) return <p>Nobody has a place.</p>
  if (lastDate > today())
    return (
      <p role="status">
        The class ends on {formatDate(lastDate)}. Say how each person goes on once it is over.
      </p>
    )
  return people.map((person) => (
    <div key={person.id} translate="no">
      <ChoiceField
        form={closing}
        name={answerField(person.id)}
        label={formatName(person)}
        options={closingChoices.map(({ code, title }) => ({ id: code, name: title }))}
        isInline
      />
      {answers[keyOf(person)] === 'otherClass' && (
        <OtherClass form={closing} of={of} person={person} unset="Not known yet" />
      )}
    </div>
  ))
}

/** Who waits for a place waits no more, unless another class is chosen, where the wait goes on since the same day. */
const Waiting = ({ form: closing, of, people }: PeopleProps) => (
  <fieldset className="nhsuk-fieldset">
    <legend className="nhsuk-fieldset__legend nhsuk-fieldset__legend--m">Waiting for a place</legend>
    {people.map((person) => (
      <div key={person.id} translate="no">
        <OtherClass form={closing} of={of} person={person} unset="Waits no more" />
      </div>
    ))}
  </fieldset>
)

interface OtherClassProps {
  form: Form
  of: ClassView
  person: ClassPerson
  unset: string
}

const OtherClass = ({ form: closing, of, person, unset }: OtherClassProps) => {
  const { data: classes } = useQuery(classesQuery)
  return (
    <SelectField
      form={closing}
      name={toClassField(person.id)}
      label={`Class for ${formatName(person)}`}
      options={classes?.filter((each) => each.id !== of.id && !isOver(each)).map(asOption)}
      optional={unset}
      offersKnown={false}
    />
  )
}

const asOption = (each: ClassRow) => ({
  id: each.id,
  name: `${each.name}: ${whenOf(each)}, ${each.names.location} (${placesInWords(each)})`,
})
