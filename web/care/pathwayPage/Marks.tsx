/** A score drawn as dots, beside the text that states it. */
export const Marks = ({ filled, of }: { filled: number; of: number }) => (
  <span className="sf-marks" aria-hidden="true">
    {Array.from({ length: of }, (_, place) => (
      <span key={place}>{place < filled ? '●' : '○'}</span>
    ))}
  </span>
)
