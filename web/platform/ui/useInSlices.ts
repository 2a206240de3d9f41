import { useDeferredValue } from 'react'

/**
 * Whether what was waited for may be drawn. A reply is drawn in one piece otherwise, and a long screen then keeps a slow phone from
 * answering a press; deferred, React draws it in slices and the browser answers between them. Only the first drawing waits: what
 * changes later is drawn at once, so that no screen shows parts of two replies.
 * @param isThere whether there is something to draw
 */
export const useInSlices = (isThere: boolean): boolean => useDeferredValue(isThere) && isThere
