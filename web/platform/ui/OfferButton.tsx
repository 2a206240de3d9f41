import type { ReactNode } from 'react'

interface OfferButtonProps {
  /** The label of the field that the press fills, for who does not see what it stands beside. */
  field: string
  /** Its room stays. */
  isHidden?: boolean
  /** A key that does the same in the field's boxes. */
  shortcut?: string
  onClick: () => void
  children: ReactNode
}

/** Beside a field: fills in with one press what would otherwise be typed or looked for. */
export const OfferButton = ({ field, isHidden = false, shortcut, onClick, children }: OfferButtonProps) => (
  <button
    type="button"
    className="sf-button sf-offer-button"
    style={{ visibility: isHidden ? 'hidden' : undefined }}
    aria-keyshortcuts={shortcut}
    onClick={onClick}
  >
    {children} <span className="nhsuk-u-visually-hidden">for {field}</span>
    {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
  </button>
)
