import { useEffect } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  type Fall,
  type Injury,
  fallDayInWords,
  fallForm,
  fallQuestions,
  injuries,
} from '../../../contract/pathways/records/fall.ts'
import { fallAdvice, mayBeRedFlag } from '../../../contract/pathways/records/fallReading.ts'
import { fallOfTold } from '../../../contract/care/person/questionsTaken.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { DescribedForm } from './DescribedForm.tsx'
import { fallToSend } from './fallValues.ts'
import { RedFlagFields } from './RedFlagFields.tsx'
import { ToldBeside } from './ToldBeside.tsx'
import { recordScreen } from './recordScreen.tsx'

const answers = [
  { code: 'yes', title: 'Yes' },
  { code: 'no', title: 'No' },
  { code: '', title: 'Not known' },
]

const ofOne = { when: ['how', (how: string) => how === 'one'] } as const
const ofSeveral = { when: ['how', (how: string) => how === 'several'] } as const

/** A fall of the patient, or a number of falls; 0 adds it. */
export const FallScreen = recordScreen('fall', 'fallId', ({ record }) => (
  <DescribedForm
    kind="fall"
    record={record}
    schema={fallForm}
    about={aboutOf(record)}
    values={{ how: howOf(record), redFlags: [] }}
    ids={{ patientId: usePathway().patient.id }}
    send={fallToSend}
    fields={[
      record === null && { part: (form) => <Told form={form} /> },
      {
        choice: 'how',
        label: 'What is recorded?',
        options: [
          { code: 'one', title: 'One fall' },
          { code: 'several', title: 'A number of falls since the last contact' },
        ],
      },
      {
        text: 'fallCount',
        hint: '0 is an answer: no falls in that time',
        width: 2,
        isNumber: true,
        ...ofSeveral,
      },
      { day: 'periodFrom', ...ofSeveral },
      { day: 'fallDate', label: 'Last day of the period', ...ofSeveral },
      { day: 'fallDate', label: 'Day of the fall', when: ['how', (how) => how !== 'several'] },
      { tick: 'isAbout', ...ofOne },
      { text: 'place', isOptional: true, hint: 'Such as the bathroom, or the steps outside', ...ofOne },
      {
        text: 'activity',
        isOptional: true,
        hint: 'Such as turning round, or getting up at night',
        ...ofOne,
      },
      { select: 'injury', isOptional: true, options: injuries, unset: 'Not known', ...ofOne },
      ...fallQuestions.map(
        ({ field }) => ({ choice: field, options: answers, isInline: true, ...ofOne }) as const,
      ),
      { part: (form) => <Advice form={form} /> },
    ]}
  />
))

const Told = ({ form }: { form: UseFormReturn }) => (
  <ToldBeside pathwayId={usePathway().pathway.id} form={form} fill={fallOfTold} />
)

const howOf = (record: Fall | null): string =>
  record === null ? '' : record.fallCount === null ? 'one' : 'several'

const aboutOf = (record: Fall | null): string => {
  if (record === null) return ''
  return record.fallCount === null ? `Fall of ${formatDate(record.fallDate)}` : fallDayInWords(record)
}

/** What to do about one fall, and the red flags that it may be. */
const Advice = ({ form }: { form: UseFormReturn }) => {
  const [how, injury, longLie, blackout] = useWatch({
    control: form.control,
    name: ['how', 'injury', 'longLie', 'blackout'],
  }) as unknown[] as [string, Injury | '', string, string]
  const told = { injury: injury || null, longLie: longLie === 'yes', blackout: blackout === 'yes' }
  const offersRedFlags = how === 'one' && mayBeRedFlag(told)
  const { setValue } = form
  useEffect(() => {
    // What is no longer asked must not be sent.
    if (!offersRedFlags) setValue('redFlags', [])
  }, [offersRedFlags, setValue])
  if (how !== 'one') return null
  return (
    <>
      <div role="status">
        {fallAdvice(told).map((words) => (
          <p className="sf-prompt" key={words}>
            {words}
          </p>
        ))}
      </div>
      {offersRedFlags && <RedFlagFields form={form} />}
    </>
  )
}
