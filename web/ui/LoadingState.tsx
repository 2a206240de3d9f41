/** Shown where a screen or list will be. */
export const LoadingState = ({ what = 'page' }: { what?: string }) => (
  <p className="sf-state" role="status">
    Loading the {what}…
  </p>
)
