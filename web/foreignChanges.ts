/*
 * A browser's page translation puts other nodes where the page's texts were, and extensions insert and move what they like. React holds on
 * to the nodes that it made: it fails when one is no longer where it was, and the page turns white; a text that it changes is not on
 * the page any more, and the old value stays (decision 137).
 *
 * So what others do to the children of an element is noted. Before React touches a node that was taken from its place, the
 * element gets back the children that it had. Whoever translates sees that too, and translates what is new.
 */

/** What others did to the children of an element, since it was last put right. */
const changesOf = new WeakMap<Node, MutationRecord[]>()
/** The element from which a node was taken. */
const takenFrom = new WeakMap<Node, Node>()

const note = (changes: readonly MutationRecord[]): void => {
  for (const change of changes) {
    const noted = changesOf.get(change.target)
    if (noted === undefined) changesOf.set(change.target, [change])
    else noted.push(change)
    for (const node of change.removedNodes) takenFrom.set(node, change.target)
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

/** From now on React finds what it made where it put it. */
export const guardAgainstForeignChanges = (): void => {
  const observer = new MutationObserver(note)
  observer.observe(document.body, { childList: true, subtree: true })

  const putRight = (node: unknown): void => {
    if (!(node instanceof Node)) return
    const element = takenFrom.get(node)
    if (element === undefined || node.parentNode === element) return
    const changes = changesOf.get(element) ?? []
    changesOf.delete(element)
    for (const change of changes.toReversed()) undo(change)
  }

  /** Lets React act once the nodes that it acts on are where it knows them; what it does is nobody else's change. */
  const guarded = <Given extends unknown[], Done>(
    act: (this: Node, ...given: Given) => Done,
    prepare: (node: Node, given: Given) => void,
  ) =>
    function (this: Node, ...given: Given): Done {
      note(observer.takeRecords())
      prepare(this, given)
      const done = act.apply(this, given)
      observer.takeRecords()
      return done
    }
  const given = (_: Node, nodes: unknown[]): void => nodes.forEach(putRight)
  const { prototype } = Node
  prototype.appendChild = guarded(prototype.appendChild, given) as typeof prototype.appendChild
  prototype.insertBefore = guarded(insertBefore, given) as typeof insertBefore
  prototype.removeChild = guarded(removeChild, given) as typeof removeChild
  const guardSetter = (name: 'nodeValue' | 'textContent', prepare: (node: Node) => void): void => {
    const property = Object.getOwnPropertyDescriptor(prototype, name)
    if (property?.set === undefined) return
    Object.defineProperty(prototype, name, { ...property, set: guarded(property.set, prepare) })
  }
  guardSetter('nodeValue', putRight)
  // Its children are new from now on, whatever was done to those before.
  guardSetter('textContent', (node) => void changesOf.delete(node))
}
