/** A score as marks, beside the words that say it. */
export const Marks = ({ filled, of }: { filled: number; of: number }) => (
  <span className="sf-marks" aria-hidden="true">
    {Array.from({ length: of }, (_, place) => (
      <span key={place}>{place < filled ? '●' : '○'}</span>
    ))}
  </span>
)
