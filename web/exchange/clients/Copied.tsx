/** A value that is selected as a whole, to be copied. */
export const Copied = ({ id, label, value }: { id: string; label: string; value: string }) => (
  <p>
    <label className="nhsuk-label" htmlFor={id}>
      {label}
    </label>
    <input id={id} className="nhsuk-input" readOnly value={value} onFocus={({ target }) => target.select()} />
  </p>
)
