import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Details } from 'nhsuk-react-components'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { automaticTaskKinds, type Task } from '../../../contract/pathways/task.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { History } from '../../platform/ui/History.tsx'
import { useMay } from '../../platform/session/session.ts'
import { DueTag } from '../../pathways/tasks/DueTag.tsx'
import { tasksQuery } from '../../pathways/tasks/taskQueries.ts'
import { useTaskClosing } from '../../pathways/tasks/useTaskClosing.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { Section } from './Section.tsx'

/** The tasks of this referral. Hidden from people outside the service. */
export const TasksSection = () => (useMay('patient.read') ? <Tasks /> : null)

const Tasks = () => {
  const { pathway, patient, stage } = usePathway()
  const mayWrite = useMay('task.write') && stage.open
  const { data: tasks, error, refetch } = useQuery(tasksQuery(pathway.id))
  const closing = useTaskClosing()
  const open = tasks?.filter(({ closedAt }) => closedAt === null) ?? []
  const closed = tasks?.filter(({ closedAt }) => closedAt !== null) ?? []
  return (
    <Section
      id="tasks"
      title="Tasks"
      line={tasks !== undefined && open.length === 0 ? 'There is nothing to do.' : undefined}
      action={
        mayWrite && (
          <Link
            className="sf-button"
            to="/falls/pathway/task/$taskId"
            params={{ taskId: '0' }}
            search={{ id: pathway.id, patientId: patient.id }}
            aria-label="Add task"
          >
            Add
          </Link>
        )
      }
    >
      {closing.problem}
      {tasks === undefined && <LoadingOrFailed what="tasks" error={error} refetch={refetch} />}
      {open.length > 0 && !stage.open && (
        <p className="sf-quiet">
          The referral is closed, so these tasks no longer belong to anybody. A red flag stays open until it
          is ended under Flags and contacts, and a person to be notified that an appointment is cancelled
          stays under Outstanding.
        </p>
      )}
      {open.length > 0 && (
        <ul className="sf-tasks">
          {open.map((task) => (
            <li key={task.id}>
              <div>
                <p>
                  <strong>
                    <Sentence>{task.text}</Sentence>
                  </strong>
                </p>
                <p>
                  Due <DueTag due={task.dueDate} />
                  {task.clinician !== null && ` · ${task.clinician}`}
                  {task.kind !== 'manual' && (
                    <span className="sf-quiet"> · {automaticTaskKinds[task.kind]}, opened automatically</span>
                  )}
                </p>
              </div>
              {mayWrite && <OpenActions task={task} close={() => closing.close(task)} />}
            </li>
          ))}
        </ul>
      )}
      {closed.length > 0 && (
        <Details className="sf-history">
          <Details.Summary>Closed tasks ({closed.length})</Details.Summary>
          <Details.Text>
            <ul className="sf-tasks">
              {closed.map((task) => (
                <li key={task.id}>
                  <div>
                    <p>
                      <strong>
                        <Sentence>{task.text}</Sentence>
                      </strong>
                    </p>
                    <p>{closedInWords(task)}</p>
                    {task.closedNote !== null && <p className="sf-text">{task.closedNote}</p>}
                    <History kind="task" id={task.id} version={task.version} />
                  </div>
                  {mayWrite && task.closedHow === 'person' && (
                    <WorkButton label={`Open again: ${task.text}`} work={() => closing.reopen(task)}>
                      Open again
                    </WorkButton>
                  )}
                </li>
              ))}
            </ul>
          </Details.Text>
        </Details>
      )}
    </Section>
  )
}

const closedInWords = ({ closedHow, closedAt, closedBy }: Task): string =>
  closedHow === 'cause'
    ? `Closed automatically ${formatDateTime(closedAt)}: its cause is gone.`
    : `Closed ${formatDateTime(closedAt)} by ${closedBy ?? 'somebody'}`

const OpenActions = ({ task, close }: { task: Task; close: () => Promise<void> }) => {
  const { pathway, patient } = usePathway()
  const where = {
    params: { taskId: String(task.id) },
    search: { id: pathway.id, patientId: patient.id },
    className: 'sf-button',
  } as const
  return (
    <span className="sf-actions">
      {task.kind === 'manual' && (
        <WorkButton label={`Done: ${task.text}`} work={close}>
          Done
        </WorkButton>
      )}
      <Link to="/falls/pathway/task-close/$taskId" {...where} aria-label={`Close with a note: ${task.text}`}>
        Close with a note
      </Link>
      <Link to="/falls/pathway/task/$taskId" {...where} aria-label={`Edit task: ${task.text}`}>
        Edit
      </Link>
    </span>
  )
}
