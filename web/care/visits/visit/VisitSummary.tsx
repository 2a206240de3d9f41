import { Link } from '@tanstack/react-router'
import type { changeableForms } from '../../../../contract/care/visits/carried.ts'
import type { PathwayView } from '../../../../contract/pathways/referral/pathway.ts'
import { fallRiskTitle } from '../../../../contract/pathways/records/medicinesReview.ts'
import { resultInWords } from '../../../../contract/pathways/records/measure.ts'
import { measureOf } from '../../../../contract/pathways/records/measures.ts'
import { doNotCallWords } from '../../../../contract/patients/flags/chips.ts'
import { typedTelephone } from '../../../../contract/platform/fields/telephone.ts'
import { formatDate, notRecorded, orNotRecorded } from '../../../../contract/platform/words/format.ts'
import { toVisit } from '../address.ts'

/** A record that was taken along and can be changed: its form, its place among those of its kind, and its name. */
type Change = readonly [form: (typeof changeableForms)[number], record: number, name: string]

/** The record as it was taken along: the address, the last plan and the latest measures, and what of it can be changed. */
export const VisitSummary = ({ view, number }: { view: PathwayView; number: number }) => {
  const { patient, doNotCall, treatmentPlan, exercise, frat, measure, equipmentAssessment } = view
  const { wellbeing, medicinesReview } = view
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
  const [felt] = wellbeing
  const [reviewed] = medicinesReview
  const rows: [name: string, words: string, changes?: Change[]][] = [
    ['Address', address || notRecorded],
    ['Telephone', doNotCall ? doNotCallWords : orNotRecorded(telephones.join('; '))],
    [
      'Last FRAT',
      assessed === undefined
        ? notRecorded
        : `${assessed.fratScore} on ${formatDate(assessed.assessmentDate)}`,
      assessed === undefined ? [] : [['frat', 1, 'FRAT']],
    ],
    [
      'Last wellbeing',
      felt === undefined ? notRecorded : formatDate(felt.assessmentDate),
      felt === undefined ? [] : [['wellbeing', 1, 'wellbeing']],
    ],
    [
      'Medicines review',
      reviewed === undefined
        ? notRecorded
        : `${fallRiskTitle(reviewed.fallRiskMedicines)} on ${formatDate(reviewed.assessmentDate)}`,
      reviewed === undefined ? [] : [['medicinesReview', 1, 'medicines review']],
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
      equipmentAssessment.map(nameOfEquipment).join('; ') || notRecorded,
      equipmentAssessment.map((each, index) => ['equipmentAssessment', index + 1, nameOfEquipment(each)]),
    ],
    ...measure.map((one): [name: string, words: string] => [
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
        {rows.map(([name, words, changes = []]) => (
          <div className="nhsuk-summary-list__row" key={name}>
            <dt className="nhsuk-summary-list__key">{name}</dt>
            <dd className="nhsuk-summary-list__value" translate="no">
              {words}
            </dd>
            {changes.length > 0 && (
              <dd className="nhsuk-summary-list__actions">
                {changes.map(([form, record, what]) => (
                  <Link
                    key={record}
                    className="sf-visits__change"
                    to="/visits"
                    search={toVisit(number, form, record)}
                  >
                    Change{changes.length > 1 && ` ${what}`}
                    {changes.length === 1 && <span className="nhsuk-u-visually-hidden"> {what}</span>}
                  </Link>
                ))}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}

const nameOfEquipment = ({ names, other }: PathwayView['equipmentAssessment'][number]): string =>
  other ?? names.equipment
