import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { whenOf, type ClassRow } from '../../../contract/care/classes/class.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { ClearingWarning } from './ClearingWarning.tsx'
import { classesQuery } from './classQueries.ts'
import { Instructor } from './Instructor.tsx'
import { isOver, placesInWords } from './inWords.ts'
import { UnsentMarks } from './UnsentMarks.tsx'

/** All classes, current and ended. */
export const ClassesScreen = () => {
  const { data: classes, error, refetch } = useQuery(classesQuery)
  const mayWrite = useMay('class.write')
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Classes</PageTitle>
        {mayWrite && (
          <Link className="sf-button" to="/falls/class-edit/$classId" params={{ classId: '0' }}>
            Add class
          </Link>
        )}
      </div>
      <UnsentMarks />
      {classes === undefined ? (
        <LoadingOrFailed what="classes" shape="list" error={error} refetch={refetch} />
      ) : (
        <>
          <Classes
            title="Going on"
            classes={classes.filter((each) => !isOver(each))}
            none="No class is running now."
          />
          <Classes title="Over" classes={classes.filter(isOver)} none={null} />
        </>
      )}
    </>
  )
}

interface ClassesProps {
  title: string
  classes: readonly ClassRow[]
  none: string | null
}

const Classes = ({ title, classes, none }: ClassesProps) => {
  if (classes.length === 0) return none === null ? null : <p>{none}</p>
  return (
    <section className="sf-card sf-part" aria-labelledby={`classes-${title}`}>
      <h2 className="nhsuk-heading-m" id={`classes-${title}`}>
        {title}
      </h2>
      <div className="sf-scroll" role="region" aria-label={`${title}, table`} tabIndex={0}>
        <StackedTable
          rows={classes}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Class',
              cell: ({ id, name }) => (
                <div>
                  <Link to="/falls/class/$classId" params={{ classId: String(id) }}>
                    {name}
                  </Link>
                </div>
              ),
            },
            { title: 'When', cell: (each) => <div>{whenOf(each)}</div> },
            { title: 'Where', cell: ({ names }) => <div>{names.location}</div> },
            {
              title: 'Instructor',
              cell: (each) => (
                <div>
                  <Instructor of={each} />
                </div>
              ),
            },
            {
              title: 'Places',
              cell: (each) => (
                <div>
                  {placesInWords(each)}
                  {!isOver(each) && <ClearingWarning of={each} />}
                </div>
              ),
            },
            {
              title: 'Until',
              cell: ({ lastDate }) => <div className="sf-nowrap">{formatDate(lastDate)}</div>,
            },
          ]}
        />
      </div>
    </section>
  )
}
