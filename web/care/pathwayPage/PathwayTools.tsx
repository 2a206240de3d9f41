import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { useRoomAbove } from '../../platform/ui/useRoomAbove.ts'
import { AddMenu } from './AddMenu.tsx'
import { SectionMenu } from './SectionIndex.tsx'

/** Actions for the page as a whole. On a phone or tablet they stay visible below the banner. */
export const PathwayTools = () => {
  const { pathway, patient, stage } = usePathway()
  const mayDischarge = useMay('clinical.write') && stage.open
  const tools = useRef<HTMLDivElement>(null)
  useRoomAbove(tools, '--sf-tools-height')
  return (
    <div className="sf-pathway__tools" ref={tools}>
      <SectionMenu />
      <AddMenu />
      {mayDischarge && (
        <Link
          className="sf-button"
          to="/falls/pathway/discharge"
          search={{ id: pathway.id, patientId: patient.id }}
        >
          Discharge
        </Link>
      )}
      <PrintButton />
    </div>
  )
}
