import { chooseDensity, useDensity } from './density.ts'

/** Makes the rows of all lists lower, or as high as they were. */
export const DensityButton = () => {
  const isCompact = useDensity() === 'compact'
  return (
    <button
      type="button"
      className="sf-button"
      aria-pressed={isCompact}
      onClick={() => chooseDensity(isCompact ? 'comfortable' : 'compact')}
    >
      Compact rows
    </button>
  )
}
