import { turnShortcuts, useAreShortcutsOn } from '../../platform/ui/shortcuts.ts'

/** Turns single-key shortcuts on or off in this browser (WCAG 2.1.4). */
export const KeyboardShortcuts = () => {
  const areOn = useAreShortcutsOn()
  return (
    <section className="sf-card" aria-labelledby="shortcuts">
      <h2 className="nhsuk-heading-m" id="shortcuts">
        Keyboard
      </h2>
      <div className="nhsuk-checkboxes">
        <div className="nhsuk-checkboxes__item">
          <input
            className="nhsuk-checkboxes__input"
            type="checkbox"
            id="shortcuts-on"
            checked={areOn}
            aria-describedby="shortcuts-hint"
            onChange={({ target }) => turnShortcuts(target.checked)}
          />
          <label className="nhsuk-label nhsuk-checkboxes__label" htmlFor="shortcuts-on">
            The key / goes to the search box
          </label>
          <div className="nhsuk-hint nhsuk-checkboxes__hint" id="shortcuts-hint">
            In this browser, when you are not typing in a field. Turn it off if you use speech input or press
            keys by mistake.
          </div>
        </div>
      </div>
    </section>
  )
}
