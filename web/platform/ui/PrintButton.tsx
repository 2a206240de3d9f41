/** Prints the screen: all of it, whatever of it is scrolled away or folded (web/platform/styles/paper.scss). */
export const PrintButton = () => (
  <button type="button" className="sf-button sf-print" onClick={() => window.print()}>
    Print
  </button>
)
