import { Link } from '@tanstack/react-router'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  daysLateOn,
  equipmentWaits,
  lateInWords,
  onwardWaits,
} from '../../../contract/pathways/outstanding.ts'
import { equipmentInWords, isEquipmentOut } from '../../../contract/pathways/records/equipmentProgress.ts'
import { isOnwardOpen, onwardInWords } from '../../../contract/pathways/records/onwardProgress.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { RecordSection } from './RecordSection.tsx'
import { Maybe } from './RecordTable.tsx'

/** How late something is; nothing if it is not late. */
const Late = ({ due }: { due: string | undefined }) => {
  if (due === undefined || due > today()) return null
  return <div className="sf-late">{lateInWords(daysLateOn(due, today()))}</div>
}

/** The outcome of each onward referral, and a way to record it, even if the referral is closed. */
export const OnwardReferralSection = () => {
  const { pathway, patient, stage } = usePathway()
  const mayRecord = useMay('clinical.write')
  const isDead = patient.deceasedDate !== null
  return (
    <RecordSection
      kind="onwardReferral"
      isOpen={isOnwardOpen}
      columns={[
        {
          title: 'Date',
          cell: ({ referralDate }) => <span className="sf-nowrap">{formatDate(referralDate)}</span>,
        },
        { title: 'Refer to', cell: ({ names }) => <div className="sf-wide">{names.referTo}</div> },
        {
          title: 'What became of it',
          cell: (record) => (
            <div className="sf-wide">
              <Maybe value={onwardInWords(record) ?? (isOnwardOpen(record) ? 'Sent' : null)} />
              {record.outcomeNote !== null && <div className="sf-text">{record.outcomeNote}</div>}
              {stage.open && <Late due={onwardWaits(record, isDead)?.due} />}
              {mayRecord && (
                <div>
                  <Link
                    to="/falls/pathway/onward-progress/$onwardReferralId"
                    params={{ onwardReferralId: String(record.id) }}
                    search={{ id: pathway.id, patientId: patient.id }}
                    aria-label={`Update onward referral of ${formatDate(record.referralDate)} to ${record.names.referTo}`}
                  >
                    Update
                  </Link>
                </div>
              )}
            </div>
          ),
        },
        { title: 'Method', cell: ({ names }) => names.referralMethod },
        { title: 'Clinician', cell: ({ names }) => names.referralClinician },
      ]}
    />
  )
}

/** The outcome of each piece of equipment, and a way to record it, even if the referral is closed. */
export const EquipmentSection = () => {
  const { pathway, patient } = usePathway()
  const mayRecord = useMay('clinical.write')
  const death = patient.deceasedDate === null ? null : { day: patient.deceasedDate }
  return (
    <RecordSection
      kind="equipmentAssessment"
      isOpen={isEquipmentOut}
      columns={[
        {
          title: 'Equipment',
          cell: ({ names, other }) => (
            <div className="sf-wide">
              {names.equipment}
              {other !== null && <div className="sf-text">{other}</div>}
            </div>
          ),
        },
        {
          title: 'What became of it',
          cell: (record) => (
            <div className="sf-wide">
              <Maybe value={equipmentInWords(record)} />
              <Late due={equipmentWaits(record, death)?.due} />
              {mayRecord && (
                <div>
                  <Link
                    to="/falls/pathway/equipment-progress/$equipmentId"
                    params={{ equipmentId: String(record.id) }}
                    search={{ id: pathway.id, patientId: patient.id }}
                    aria-label={`Update equipment: ${record.names.equipment}`}
                  >
                    Update
                  </Link>
                </div>
              )}
            </div>
          ),
        },
      ]}
    />
  )
}
