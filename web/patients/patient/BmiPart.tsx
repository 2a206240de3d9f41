import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { bmiBand } from '../../../contract/patients/bmi.ts'
import { BmiChart } from './BmiChart.tsx'
import { useMay } from '../../platform/session/session.ts'
import { usePatient } from '../frames/PatientFrame.tsx'

/** The patient's BMIs, latest first. */
export const BmiPart = () => {
  const { id, bmi, ethnicityCode } = usePatient()
  const may = useMay('clinical.write')
  return (
    <section className="sf-card sf-part" id="bmi" aria-labelledby="bmi-title">
      <div className="sf-part__head">
        <h2 className="nhsuk-heading-s" id="bmi-title">
          BMI
        </h2>
        {may && (
          <Link
            className="sf-button"
            to="/falls/patient/bmi/$bmiId"
            params={{ bmiId: '0' }}
            search={{ id }}
            aria-label="Add BMI"
          >
            Add
          </Link>
        )}
      </div>
      {bmi.length === 0 ? (
        <p className="sf-quiet">No BMI yet.</p>
      ) : (
        <div className="sf-scroll" role="region" aria-label="BMI, table" tabIndex={0}>
          <table className="sf-table">
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">BMI</th>
                <th scope="col">Category</th>
                {may && <th scope="col">Action</th>}
              </tr>
            </thead>
            <tbody>
              {bmi.map((record) => (
                <tr key={record.id}>
                  <td className="sf-nowrap">{formatDate(record.assessmentDate)}</td>
                  <td className="sf-nowrap">
                    <strong>{record.bmi}</strong> kg/m²
                  </td>
                  <td>{bmiBand(record.bmi, ethnicityCode)}</td>
                  {may && (
                    <td>
                      <Link
                        className="sf-button"
                        to="/falls/patient/bmi/$bmiId"
                        params={{ bmiId: String(record.id) }}
                        search={{ id }}
                        aria-label={`Edit BMI of ${formatDate(record.assessmentDate)}`}
                      >
                        Edit
                      </Link>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <BmiChart records={bmi} />
    </section>
  )
}
