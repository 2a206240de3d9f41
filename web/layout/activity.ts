let lastInput = Date.now()
const note = (): void => {
  lastInput = Date.now()
}
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(kind, note, { capture: true, passive: true })

/** When the person last did something; what the page reads by itself does not count (trust AU-16). Milliseconds. */
export const lastActivity = (): number => lastInput
export const noteActivity = note
