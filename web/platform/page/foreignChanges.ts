/*
 * Browser translation replaces the text nodes of a page, and extensions insert and move nodes as they like. React keeps
 * references to the nodes it created. If one has moved, React fails and the page turns white. If React changes a text
 * that is no longer on the page, the old value stays visible (decision 137).
 * Therefore changes that others make to the children of an element are recorded. Before React touches those children,
 * or a text that was removed from its place, the element gets its own children back. A translator sees that too, and
 * translates the new text.
 */

/** Changes by others to the children of an element since it was last restored. */
const changesOf = new WeakMap<Node, MutationRecord[]>()
/** The element that a node was removed from. */
const takenFrom = new WeakMap<Node, Node>()

/** An extension that writes for hours where React never does must not fill the memory. */
const mostNoted = 1000

const note = (changes: readonly MutationRecord[]): void => {
  for (const change of changes) {
    const { target, removedNodes } = change
    const noted = changesOf.get(target)
    // In an editor the browser itself changes the page, and the editor handles that.
    if (target instanceof Element && target.closest('[contenteditable]') !== null) continue
    if (noted === undefined) changesOf.set(target, [change])
    else noted.push(change)
    if (noted !== undefined && noted.length > mostNoted) noted.shift()
    for (const node of removedNodes) takenFrom.set(node, target)
  }
}

const { insertBefore, removeChild } = Node.prototype

/** Reverts a change: puts removed nodes back where they were, and removes added nodes. */
const undo = ({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void => {
  const isHere = (node: Node | null | undefined): boolean => node?.parentNode === target
  const [added] = addedNodes
  const place =
    added !== undefined && isHere(added)
      ? added
      : previousSibling === null
        ? target.firstChild
        : isHere(previousSibling)
          ? previousSibling.nextSibling
          : isHere(nextSibling)
            ? nextSibling
            : null
  for (const node of removedNodes) insertBefore.call(target, node, place)
  for (const node of addedNodes) if (isHere(node)) removeChild.call(target, node)
}

/** From now on React finds its nodes where it put them, in each element passed to the returned function. */
export const guardAgainstForeignChanges = (): ((element: Element) => void) => {
  const observer = new MutationObserver(note)

  const putRight = (element: Node): void => {
    const changes = changesOf.get(element) ?? []
    changesOf.delete(element)
    for (const change of changes.toReversed()) undo(change)
  }
  /** For a text node that is not on the page because another node replaced it. */
  const putBack = (node: Node): void => {
    const element = takenFrom.get(node)
    if (element !== undefined && node.parentNode !== element) putRight(element)
  }

  /** Restores the nodes that React is about to act on, then lets it act. React's own changes are not recorded. */
  const guarded = <Given extends unknown[], Done>(
    act: (this: Node, ...given: Given) => Done,
    prepare: (node: Node) => void,
  ) =>
    function (this: Node, ...given: Given): Done {
      note(observer.takeRecords())
      prepare(this)
      const done = act.apply(this, given)
      observer.takeRecords()
      return done
    }
  const { prototype } = Node
  prototype.appendChild = guarded(prototype.appendChild, putRight) as typeof prototype.appendChild
  prototype.insertBefore = guarded(insertBefore, putRight) as typeof insertBefore
  prototype.removeChild = guarded(removeChild, putRight) as typeof removeChild
  const guardSetter = (name: 'nodeValue' | 'textContent', prepare: (node: Node) => void): void => {
    const property = Object.getOwnPropertyDescriptor(prototype, name)
    if (property?.set === undefined) return
    Object.defineProperty(prototype, name, { ...property, set: guarded(property.set, prepare) })
  }
  guardSetter('nodeValue', putBack)
  // Its children are new from now on, so earlier changes no longer matter.
  guardSetter('textContent', (node) => void changesOf.delete(node))
  return (element) => observer.observe(element, { childList: true, subtree: true })
}
