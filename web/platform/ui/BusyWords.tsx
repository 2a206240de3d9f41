const busyWords = 'Please wait…'

/** The words of a button, busy or not. Those not shown keep their room, so that what is beside the button stays there. */
export const BusyWords = ({ isBusy, children }: { isBusy: boolean; children: string }) => (
  <span className="sf-busy-words" data-other={isBusy ? children : busyWords}>
    {isBusy ? busyWords : children}
  </span>
)
