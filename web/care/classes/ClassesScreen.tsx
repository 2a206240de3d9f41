import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { whenOf, type ClassRow } from '../../../contract/care/classes/class.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
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
        <table className="sf-table sf-table--stacks" role="table">
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">When</th>
              <th scope="col">Where</th>
              <th scope="col">Instructor</th>
              <th scope="col">Places</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {classes.map((each) => (
              <tr role="row" key={each.id}>
                <td role="cell" data-label="Class">
                  <div>
                    <Link to="/falls/class/$classId" params={{ classId: String(each.id) }}>
                      {each.name}
                    </Link>
                  </div>
                </td>
                <td role="cell" data-label="When">
                  <div>{whenOf(each)}</div>
                </td>
                <td role="cell" data-label="Where">
                  <div>{each.names.location}</div>
                </td>
                <td role="cell" data-label="Instructor">
                  <div>
                    <Instructor of={each} />
                  </div>
                </td>
                <td role="cell" data-label="Places">
                  <div>{placesInWords(each)}</div>
                </td>
                <td role="cell" data-label="Until">
                  <div className="sf-nowrap">{formatDate(each.lastDate)}</div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
