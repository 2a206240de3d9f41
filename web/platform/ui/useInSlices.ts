import { useDeferredValue } from 'react'

/**
 * Whether loaded content may be rendered. A reply is otherwise rendered in one piece, and on a long screen a slow phone
 * cannot answer a press meanwhile. When the rendering is deferred, React does it in slices and the browser answers
 * between them. Only the first render waits. Later changes are rendered at once, so that no screen shows parts of two
 * replies.
 * @param isThere whether there is something to render
 */
export const useInSlices = (isThere: boolean): boolean => useDeferredValue(isThere) && isThere
