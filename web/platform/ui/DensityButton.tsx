import { chooseDensity, useDensity } from './density.ts'

/** Switches the rows of all lists between compact and normal height. */
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
