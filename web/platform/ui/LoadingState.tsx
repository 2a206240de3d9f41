import { Skeleton, type Shape } from './Skeleton.tsx'
import { useIsLate } from './useIsLate.ts'

interface LoadingStateProps {
  what?: string
  /** The expected content, whose space is kept. */
  shape?: Shape
}

/** Shown in place of a screen or list that is loading. It is also announced if loading takes a while. */
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
