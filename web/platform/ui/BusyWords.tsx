const busyWords = 'Please wait…'

/**
 * The label of a button, busy or not. The hidden label keeps its space, so that elements beside the button do not move.
 */
export const BusyWords = ({ isBusy, children }: { isBusy: boolean; children: string }) => (
  <span className="sf-busy-words" data-other={isBusy ? children : busyWords}>
    {isBusy ? busyWords : children}
  </span>
)
