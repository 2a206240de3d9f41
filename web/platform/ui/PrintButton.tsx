/**
 * Prints the whole screen, including parts that are scrolled out of view or folded (web/platform/styles/paper.scss).
 */
export const PrintButton = () => (
  <button type="button" className="sf-button sf-print" onClick={() => window.print()}>
    Print
  </button>
)
