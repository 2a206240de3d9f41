import { useNavigate } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { recordKinds } from '../../../contract/pathways/records/kinds.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { attendancePath, recordPath } from '../../pathways/records/recordLink.ts'
import { useMay } from '../../platform/session/session.ts'
import { MenuButton } from '../../platform/ui/MenuButton.tsx'
import { isChecklistUnderWay } from './ChecklistSection.tsx'
import { sectionKindsOf } from './recordSections.tsx'
import { useMayRecord } from './RecordSection.tsx'

/**
 * Everything that can be added to this pathway, in one button at the top, so that each takes the same number of key
 * presses.
 */
export const AddMenu = () => {
  const view = usePathway()
  const { pathway, patient, stage, exercise, noPlanDecision } = view
  const mayRecord = useMayRecord()
  const mayUpload = useMay('document.write')
  const mayWriteTask = useMay('task.write') && stage.open
  const navigate = useNavigate()
  const open = (to: string) => (): void =>
    void navigate({ to, search: { id: pathway.id, patientId: patient.id } })
  const kinds = mayRecord
    ? sectionKindsOf(view).filter(
        (kind) =>
          (kind !== 'noPlanDecision' || noPlanDecision.length === 0) &&
          (kind !== 'fallsChecklist' || !isChecklistUnderWay(view)),
      )
    : []
  const running = exercise.filter(({ completedDate }) => mayRecord && completedDate === null)
  const entries = [
    ...kinds.map((kind) => ({ label: recordKinds[kind].title, act: open(recordPath(kind, 0)) })),
    ...running.map((plan) => ({
      label: `Attendance, plan of ${formatDate(plan.exercisePlanDate)}`,
      act: open(attendancePath(plan.id, 0)),
    })),
    ...(mayWriteTask ? [{ label: 'Task', act: open('/falls/pathway/task/0') }] : []),
    ...(mayUpload ? [{ label: 'Documents', act: open('/falls/pathway/documents-upload') }] : []),
  ]
  return entries.length === 0 ? null : <MenuButton className="sf-tool" face="Add" entries={entries} />
}
