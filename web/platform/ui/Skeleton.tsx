/** The number of parts of each shape. The style sheet sets their size (web/platform/styles/skeleton.scss). */
const parts = { list: 10, pathway: 7, dashboard: 12, reports: 12, lines: 6 }

export type Shape = keyof typeof parts

/**
 * The outline of content that is loading. It keeps the space of the content, so that nothing jumps when it arrives. It
 * is for the eye only; screen readers announce the words beside it.
 */
export const Skeleton = ({ shape }: { shape: Shape }) => (
  <div className={`sf-bones sf-bones--${shape}`} aria-hidden="true">
    {Array.from({ length: parts[shape] }, (_, part) => (
      <span key={part} />
    ))}
  </div>
)
