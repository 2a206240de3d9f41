import type { VisitPack } from '../../../../contract/care/visits/visits.ts'
import { changesOf, visitsNow } from '../store/visitsNow.ts'

interface VisitChangesProps {
  pack: VisitPack
  number: number
}

/** What changed about a visit since it was taken along, if the service said so at a contact. */
export const VisitChanges = ({ pack, number }: VisitChangesProps) => {
  const all = visitsNow.useValue((every) => every)
  const changes = changesOf(pack, number, all)
  return (
    changes.length > 0 && (
      <p className="sf-warning">
        <strong>Changed since it was taken along:</strong> {changes.join('. ')}.
      </p>
    )
  )
}

/** How many visits changed, spoken by a screen reader when it is known. */
export const HowManyChanged = ({ pack }: Pick<VisitChangesProps, 'pack'>) => {
  const all = visitsNow.useValue((every) => every)
  const changed = pack.visits.filter((_, number) => changesOf(pack, number, all).length > 0).length
  return (
    <div role="status">
      {changed > 0 && (
        <p>
          {changed === 1
            ? '1 visit changed since it was taken along.'
            : `${changed} visits changed since they were taken along.`}
        </p>
      )}
    </div>
  )
}
