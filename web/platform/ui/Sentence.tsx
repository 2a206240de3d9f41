/** A sentence whose dates do not break across lines. */
export const Sentence = ({ children }: { children: string }) =>
  children.split(/(\d\d-[A-Z][a-z]{2}-\d{4})/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={place} className="sf-nowrap">
        {part}
      </span>
    ),
  )
