import type { ReactNode } from 'react'

interface OfferButtonProps {
  /** Label of the field that the button fills, for users who cannot see which field it is beside. */
  field: string
  /** Hides the button but keeps its space. */
  isHidden?: boolean
  /** A key that does the same in the field's boxes. */
  shortcut?: string
  onClick: () => void
  children: ReactNode
}

/** A button beside a field. One press fills in a value that the user would otherwise type or look up. */
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
