import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import {
  listChoices,
  listFilterNames,
  listFilters,
  type Narrowing,
} from '../../../contract/pathways/worklists/listFilters.ts'
import { stages, stageTitles, type Stage } from '../../../contract/stages/stage.ts'
import { call } from '../../platform/calls/api.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'

interface FilterPanelProps {
  stage: Stage
  narrowing: Narrowing
  onChange: (next: Narrowing) => void
}

/** Filters the list by values that appear on it, and adds other lists to it. */
export const FilterPanel = ({ stage, narrowing, onChange }: FilterPanelProps) => {
  const id = useId()
  const { data, error, refetch } = useQuery({
    queryKey: ['workList', stage, 'choices'],
    queryFn: () => call(listChoices, { stage }),
  })
  const also = narrowing.also ?? []
  return (
    <>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      <div className="sf-filters">
        {listFilterNames.map((name) => {
          const chosen = narrowing[name]
          const offered = data?.[name] ?? []
          return (
            <div key={name}>
              <label className="nhsuk-label" htmlFor={`${id}-${name}`}>
                {listFilters[name].label}
              </label>
              <select
                id={`${id}-${name}`}
                className="nhsuk-select"
                value={chosen ?? ''}
                onChange={(event) => onChange({ ...narrowing, [name]: event.target.value || undefined })}
              >
                <option value="">Any</option>
                {/* A value from a saved view stays selected even if nobody on the list has it today. */}
                {[...offered, ...(chosen === undefined || offered.includes(chosen) ? [] : [chosen])].map(
                  (value) => (
                    <option key={value}>{value}</option>
                  ),
                )}
              </select>
            </div>
          )
        })}
      </div>
      <fieldset className="sf-ticks">
        <legend>Show together with</legend>
        {stages
          .filter((each) => each !== stage)
          .map((each) => (
            <label key={each}>
              <input
                type="checkbox"
                checked={also.includes(each)}
                onChange={({ target }) =>
                  onChange({
                    ...narrowing,
                    also: target.checked ? [...also, each] : also.filter((other) => other !== each),
                  })
                }
              />
              {stageTitles[each]}
            </label>
          ))}
      </fieldset>
    </>
  )
}
