interface Props {
  knows: boolean
  setKnows: (knows: boolean) => void
}

/** Ticked if the person knows already, for example on the telephone: then nothing is sent. */
export const Knows = ({ knows, setKnows }: Props) => (
  <div className="nhsuk-checkboxes nhsuk-checkboxes--small sf-choices">
    <div className="nhsuk-checkboxes__item">
      <input
        className="nhsuk-checkboxes__input"
        type="checkbox"
        id="knows"
        checked={knows}
        onChange={({ target }) => setKnows(target.checked)}
      />
      <label className="nhsuk-label nhsuk-checkboxes__label" htmlFor="knows">
        Send nothing: the person knows
      </label>
    </div>
  </div>
)
