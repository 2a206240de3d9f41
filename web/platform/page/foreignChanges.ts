/*
 * A browser's page translation puts other nodes where the page's texts were, and extensions insert and move what they like. React holds on
 * to the nodes that it made: it fails when one is no longer where it was, and the page turns white; a text that it changes is not on
 * the page any more, and the old value stays (decision 137).
 *
 * So what others do to the children of an element is noted. Before React touches those children, or a text that was taken from its place,
 * the element gets back the children that it had. Whoever translates sees that too, and translates what is new.
 */

/** What others did to the children of an element, since it was last put right. */
const changesOf = new WeakMap<Node, MutationRecord[]>()
/** The element from which a node was taken. */
const takenFrom = new WeakMap<Node, Node>()

/** An extension that writes for hours where React never does must not fill the memory. */
const mostNoted = 1000

const note = (changes: readonly MutationRecord[]): void => {
  for (const change of changes) {
    const { target, removedNodes } = change
    const noted = changesOf.get(target)
    // In an editor the browser itself changes the page, and the editor looks after that.
    if (target instanceof Element && target.closest('[contenteditable]') !== null) continue
    if (noted === undefined) changesOf.set(target, [change])
    else noted.push(change)
    if (noted !== undefined && noted.length > mostNoted) noted.shift()
    for (const node of removedNodes) takenFrom.set(node, target)
  }
}

const { insertBefore, removeChild } = Node.prototype

/** Takes a change back: what was removed stands where it was, and what was added is gone. */
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

/** From now on React finds what it made where it put it, in each element that is given to what is returned. */
export const guardAgainstForeignChanges = (): ((element: Element) => void) => {
  const observer = new MutationObserver(note)

  const putRight = (element: Node): void => {
    const changes = changesOf.get(element) ?? []
    changesOf.delete(element)
    for (const change of changes.toReversed()) undo(change)
  }
  /** A text whose value is not on the page, because another stands there. */
  const putBack = (node: Node): void => {
    const element = takenFrom.get(node)
    if (element !== undefined && node.parentNode !== element) putRight(element)
  }

  /** Lets React act once the nodes that it acts on are where it knows them; what it does is nobody else's change. */
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
  // Its children are new from now on, whatever was done to those before.
  guardSetter('textContent', (node) => void changesOf.delete(node))
  return (element) => observer.observe(element, { childList: true, subtree: true })
}
