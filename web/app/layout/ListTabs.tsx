import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { stageRoutes, stages, stageTitles } from '../../../contract/stages/stage.ts'
import { countersQuery } from '../../platform/calls/counterQueries.ts'
import { useMay } from '../../platform/session/session.ts'
import { useCurrentInMiddle } from './useCurrentInMiddle.ts'

const lookOf = (count: number | undefined): string =>
  count === undefined ? 'sf-badge--unknown' : count > 0 ? 'sf-badge--some' : 'sf-badge--none'

/** On a work list, all eight lists below the main menu. @param path in lower case */
export const ListTabs = ({ path }: { path: string }) => {
  const mayList = useMay('workList.read')
  const onList = stages.some((stage) => path === `/falls/${stageRoutes[stage]}`)
  return onList && mayList && <Tabs path={path} />
}

/** All eight lists with their counts, red above 0 and green at 0, and the number that are late. */
const Tabs = ({ path }: { path: string }) => {
  const { data: counts, error } = useQuery(countersQuery)
  const row = useRef<HTMLUListElement>(null)
  useCurrentInMiddle(row, counts === undefined ? path : `${path} counted`)
  return (
    <nav className="sf-tabs" aria-label="Work lists">
      <ul ref={row}>
        {stages.map((stage) => {
          const to = `/falls/${stageRoutes[stage]}`
          const { count, late = 0 } = counts?.[stage] ?? {}
          return (
            <li key={stage}>
              <Link to={to} aria-current={path === to ? 'page' : undefined}>
                {stageTitles[stage]} {/* The badge keeps its space until the count arrives. */}
                <span className={`sf-badge ${lookOf(count)}`}>
                  {count}
                  {count === undefined && error !== null && (
                    <>
                      <span aria-hidden="true">–</span>
                      <span className="nhsuk-u-visually-hidden">not counted</span>
                    </>
                  )}
                </span>
                <span className="sf-tabs__late">{late > 0 && ` ${late} late`}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
