import { Link } from '@tanstack/react-router'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { nextStepWay } from '../../pathways/records/nextStepWay.ts'
import { useMayRecord } from './RecordSection.tsx'

/**
 * The usual next step as a button. Hidden if the pathway is waiting for a day, or if the patient must not be rung.
 */
export const NextStepLink = () => {
  const view = usePathway()
  const mayRecord = useMayRecord()
  const way = nextStepWay(view)
  if (!mayRecord || way === null) return null
  return (
    <Link
      className="sf-button sf-button--next"
      to={way.path}
      search={{ id: view.pathway.id, patientId: view.patient.id }}
    >
      Next: {way.what}
    </Link>
  )
}
