import type { Told } from '../../../contract/exchange/incoming/told.ts'
import { formatDate, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { formatUbrn } from '../../../contract/platform/fields/ubrn.ts'
import { addressInWords, answersInWords, consentInWords, genderInWords } from './inWords.ts'

type Row = readonly [label: string, value: string | null | undefined]

/** Why somebody refers the person, and what was answered. What was not said is left out. */
export const WhyReferred = ({ told }: { told: Told }) => (
  <Facts
    title="Why"
    rows={[
      ['Reason', told.reason],
      ...answersInWords(told.answers),
      ['Consent', consentInWords(told)],
      ['Legal basis', told.legalBasis],
    ]}
  />
)

/** The person and the sender, as the sender wrote. */
export const WhoIsReferred = ({ told }: { told: Told }) => {
  const { person, sender } = told
  return (
    <>
      <Facts
        title="The person, as the sender wrote"
        isName
        rows={[
          ['Name', [person.firstName, person.familyName].filter(Boolean).join(' ')],
          ['Born', person.dateOfBirth == null ? null : formatDate(person.dateOfBirth)],
          ['NHS number', person.nhsNumber === null ? null : formatNhsNumber(person.nhsNumber)],
          ['NHS number as written, not valid', person.nhsNumberAsTold],
          ['Gender', genderInWords(told)],
          ['Address', addressInWords(told)],
          ['Telephone', person.telephone],
          ['Other telephone', person.otherTelephone],
          ['E-mail', person.email],
          ['GP practice', [person.gpPractice, person.gpCode].filter(Boolean).join(', ')],
          ['How to talk and write to the person', person.needs],
        ]}
      />
      <Facts
        title="Who referred"
        isName
        rows={[
          ['Name', sender.name],
          ['Role', sender.role],
          ['Organisation', sender.organisation],
          ['Telephone', sender.telephone],
          ['E-mail', sender.email],
          ['UBRN', told.ubrn == null ? null : formatUbrn(told.ubrn)],
        ]}
      />
    </>
  )
}

const Facts = ({
  title,
  rows,
  isName = false,
}: {
  title: string
  rows: readonly Row[]
  isName?: boolean
}) => {
  const given = rows.filter(([, value]) => value != null && value !== '')
  return given.length === 0 ? null : (
    <section className="sf-card sf-part" aria-label={title}>
      <h2 className="nhsuk-heading-m">{title}</h2>
      <dl className="sf-facts">
        {given.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate={isName ? 'no' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
