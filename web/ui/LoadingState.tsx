import { Skeleton, type Shape } from './Skeleton.tsx'

interface LoadingStateProps {
  what?: string
  /** What will be there, whose room is kept. */
  shape?: Shape
}

/** Shown where a screen or list will be. */
export const LoadingState = ({ what = 'page', shape }: LoadingStateProps) => {
  const words = <p role="status">Loading the {what}…</p>
  if (shape === undefined) return <div className="sf-state">{words}</div>
  return (
    <div className="sf-skeleton">
      {words}
      <Skeleton shape={shape} />
    </div>
  )
}
