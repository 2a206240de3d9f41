import { InsetText } from 'nhsuk-react-components'
import { partsThatAre } from '../../../contract/pathways/records/fallsChecklist.ts'
import { measuresDue } from '../../../contract/pathways/records/measureDue.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'

/**
 * Before a discharge: unfinished parts of the check-list and measures that are due. Informs only, and does not
 * prevent the discharge.
 */
export const UnfinishedNotice = () => {
  const view = usePathway()
  const [checklist] = view.fallsChecklist
  const parts = checklist === undefined ? [] : partsThatAre(checklist, null)
  const due = measuresDue(view)
  if (parts.length === 0 && due.length === 0) return null
  return (
    <InsetText>
      {parts.length > 0 && <p>Not finished on the NG249 check-list: {parts.join('; ')}.</p>}
      {due.length > 0 && (
        <p>
          Measures: {due.map(({ measure, words }) => `${measure.title}, ${words.toLowerCase()}`).join('; ')}.
        </p>
      )}
      <p>You can discharge all the same.</p>
    </InsetText>
  )
}
