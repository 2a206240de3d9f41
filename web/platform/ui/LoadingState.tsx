import { Skeleton, type Shape } from './Skeleton.tsx'
import { useIsLate } from './useIsLate.ts'

interface LoadingStateProps {
  what?: string
  /** What will be there, whose room is kept. */
  shape?: Shape
}

/** Shown where a screen or list will be; said too once it takes its time. */
export const LoadingState = ({ what = 'page', shape }: LoadingStateProps) => {
  const isLate = useIsLate()
  const said = `Loading the ${what}…`
  const words = (
    <>
      <p aria-hidden={isLate}>{said}</p>
      <span className="nhsuk-u-visually-hidden" role="status">
        {isLate && said}
      </span>
    </>
  )
  if (shape === undefined) return <div className="sf-state">{words}</div>
  return (
    <div className="sf-skeleton">
      {words}
      <Skeleton shape={shape} />
    </div>
  )
}
