interface ChecksProps<Code extends string> {
  name: string
  label: string
  options: readonly { code: Code; title: string }[]
  chosen: readonly Code[]
  choose: (chosen: readonly Code[]) => void
}

/** Ticks outside a form, in a row that wraps. */
export const Checks = <Code extends string>({ name, label, options, chosen, choose }: ChecksProps<Code>) => (
  <fieldset className="nhsuk-fieldset">
    <legend className="nhsuk-fieldset__legend">{label}</legend>
    <div className="nhsuk-checkboxes nhsuk-checkboxes--small sf-checks">
      {options.map(({ code, title }) => (
        <div className="nhsuk-checkboxes__item" key={code}>
          <input
            className="nhsuk-checkboxes__input"
            type="checkbox"
            id={`${name}-${code}`}
            checked={chosen.includes(code)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, code] : chosen.filter((each) => each !== code))
            }
          />
          <label className="nhsuk-label nhsuk-checkboxes__label" htmlFor={`${name}-${code}`}>
            {title}
          </label>
        </div>
      ))}
    </div>
  </fieldset>
)
