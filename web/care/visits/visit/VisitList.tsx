import { Link } from '@tanstack/react-router'
import { leftOutReasons, type VisitPack } from '../../../../contract/care/visits/visits.ts'
import { formatDate, formatName } from '../../../../contract/platform/words/format.ts'
import { FlagChips } from '../../../platform/ui/FlagChips.tsx'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { toVisit } from '../address.ts'
import { takenInWords } from './takenInWords.ts'
import { HowManyChanged, VisitChanges } from './VisitChanges.tsx'

/** The visits on this device in their order. */
export const VisitList = ({ pack }: { pack: VisitPack }) => (
  <>
    <PageTitle>Your visits</PageTitle>
    <p className="sf-quiet">{takenInWords(pack)}</p>
    <HowManyChanged pack={pack} />
    {pack.visits.length === 0 && <p>You have no visits today or tomorrow that can be taken along.</p>}
    <ul className="sf-visits__list">
      {pack.visits.map(({ appointmentId, appointmentDate, startTime, view: { patient, flags } }, visit) => (
        <li key={appointmentId} className="sf-card">
          <Link className="sf-visits__visit" to="/visits" search={toVisit(visit)} translate="no">
            {startTime} · {formatName({ ...patient, namePrefix: patient.names.namePrefix })}
          </Link>
          <div className="sf-quiet">
            {formatDate(appointmentDate)}
            {patient.postcode !== null && ` · ${patient.postcode}`}
          </div>
          <FlagChips chips={flags} />
          <VisitChanges pack={pack} number={visit} />
        </li>
      ))}
    </ul>
    {pack.leftOut.length > 0 && (
      <section aria-labelledby="left-out">
        <h2 className="nhsuk-heading-s" id="left-out">
          Not taken along
        </h2>
        <ul>
          {pack.leftOut.map(({ appointmentId, appointmentDate, startTime, why }) => (
            <li key={appointmentId}>
              {formatDate(appointmentDate)}, {startTime}: {leftOutReasons[why]}
            </li>
          ))}
        </ul>
      </section>
    )}
    <nav className="sf-visits__links" aria-label="More about visits">
      <Link to="/visits" search={{ show: 'device' }}>
        What is on this device
      </Link>
      <a href="/falls/diary">Diary</a>
    </nav>
  </>
)
