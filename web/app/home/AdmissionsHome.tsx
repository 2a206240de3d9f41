import { useQuery } from '@tanstack/react-query'
import { counterStages, stageRoutes, stageTitles } from '../../../contract/stages/stage.ts'
import { countersQuery } from '../../platform/calls/counterQueries.ts'
import { RecentPatients } from '../../patients/search/RecentPatients.tsx'
import { PatientSearch } from '../../patients/search/ReferralSearch.tsx'
import { useMay } from '../../platform/session/session.ts'
import { TodayStrip } from '../../pathways/tasks/TodayStrip.tsx'
import { Counter } from '../../platform/ui/Counter.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'

/** Both searches and the seven counters (specification), and the user's work for today. */
export const AdmissionsHome = () => (
  <>
    <PageTitle>Home</PageTitle>
    {useMay('workList.read') && <TodayStrip />}
    <PatientSearch />
    {useMay('workList.read') && <Counters />}
    <RecentPatients />
  </>
)

const Counters = () => {
  const { data: counts, error, refetch } = useQuery(countersQuery)
  return (
    <section aria-labelledby="counters">
      <h2 className="nhsuk-heading-m" id="counters">
        Work lists
      </h2>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      <div className="sf-counters">
        {counterStages.map((stage) => (
          <Counter
            key={stage}
            title={stageTitles[stage]}
            to={`/falls/${stageRoutes[stage]}`}
            count={counts?.[stage].count}
            hasFailed={error !== null}
            late={counts?.[stage].late}
            doing={stage === 'inExercise' ? 'in exercise' : 'waiting'}
          />
        ))}
      </div>
    </section>
  )
}
