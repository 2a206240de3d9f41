/** How many parts stand in each; the style sheet says how large they are (web/platform/styles/skeleton.scss). */
const parts = { list: 10, pathway: 7, dashboard: 12, reports: 12, lines: 6 }

export type Shape = keyof typeof parts

/**
 * The outline of what is on its way: it keeps the room of that, so that nothing jumps when it comes. It is drawn for the eye alone; the
 * words beside it are what is announced.
 */
export const Skeleton = ({ shape }: { shape: Shape }) => (
  <div className={`sf-bones sf-bones--${shape}`} aria-hidden="true">
    {Array.from({ length: parts[shape] }, (_, part) => (
      <span key={part} />
    ))}
  </div>
)
