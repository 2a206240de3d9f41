import type { PathwayView } from '../../../../contract/pathways/referral/pathway.ts'
import { resultInWords } from '../../../../contract/pathways/records/measure.ts'
import { measureOf } from '../../../../contract/pathways/records/measures.ts'
import { doNotCallWords } from '../../../../contract/patients/flags/chips.ts'
import { typedTelephone } from '../../../../contract/platform/fields/telephone.ts'
import { formatDate, notRecorded, orNotRecorded } from '../../../../contract/platform/words/format.ts'

/** The record as it was taken along: the address, the last plan and the latest measures. Nothing can be changed here. */
export const VisitSummary = ({ view }: { view: PathwayView }) => {
  const { patient, doNotCall, treatmentPlan, exercise, frat, measure, equipmentAssessment } = view
  const { addressLine1, addressLine2, addressLine3, town, county, postcode } = patient
  const address = [addressLine1, addressLine2, addressLine3, town, county, postcode]
    .filter(Boolean)
    .join(', ')
  const telephones = [
    typedTelephone(patient.phoneMobile, patient.phoneMobileNote),
    typedTelephone(patient.phoneHome, patient.phoneHomeNote),
  ].filter(Boolean)
  const [plan] = treatmentPlan
  const [exercises] = exercise
  const [assessed] = frat
  const rows: [string, string][] = [
    ['Address', address || notRecorded],
    ['Telephone', doNotCall ? doNotCallWords : orNotRecorded(telephones.join('; '))],
    [
      'Last FRAT',
      assessed === undefined
        ? notRecorded
        : `${assessed.fratScore} on ${formatDate(assessed.assessmentDate)}`,
    ],
    [
      'Last plan',
      plan === undefined ? notRecorded : `${plan.patientGoals ?? ''} (${formatDate(plan.treatmentDate)})`,
    ],
    [
      'Exercise plan',
      exercises === undefined
        ? notRecorded
        : `${exercises.exercisePlan} (${formatDate(exercises.exercisePlanDate)})`,
    ],
    [
      'Equipment',
      equipmentAssessment.map(({ names, other }) => other ?? names.equipment).join('; ') || notRecorded,
    ],
    ...measure.map((one): [string, string] => [
      measureOf(one.measure).title,
      `${resultInWords(one)} on ${formatDate(one.measuredDate)}`,
    ]),
  ]
  return (
    <section className="sf-card sf-part" aria-labelledby="taken-record">
      <h2 className="nhsuk-heading-s" id="taken-record">
        The record
      </h2>
      <dl className="nhsuk-summary-list">
        {rows.map(([name, words]) => (
          <div className="nhsuk-summary-list__row" key={name}>
            <dt className="nhsuk-summary-list__key">{name}</dt>
            <dd className="nhsuk-summary-list__value" translate="no">
              {words}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
