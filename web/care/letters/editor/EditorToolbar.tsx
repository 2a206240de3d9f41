import type { Editor } from '@tiptap/core'
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history'
import type { Command } from '@tiptap/pm/state'
import { useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { press, toggleBold } from './keys.ts'
import { areAll, toggleLines } from './lineKinds.ts'

interface Tool {
  name: string
  /** In the format of aria-keyshortcuts. */
  keys: string
  command: Command
  /** Whether it is already applied to the selection. */
  isOn?: (editor: Editor) => boolean
  isReady?: (editor: Editor) => boolean
}

const tools: readonly Tool[] = [
  {
    name: 'Heading',
    keys: 'Control+Alt+1',
    command: toggleLines('heading'),
    isOn: ({ state }) => areAll('heading', state.tr),
  },
  {
    name: 'List',
    keys: 'Control+Shift+8',
    command: toggleLines('point'),
    isOn: ({ state }) => areAll('point', state.tr),
  },
  { name: 'Bold', keys: 'Control+B', command: toggleBold, isOn: (editor) => editor.isActive('bold') },
  { name: 'Undo', keys: 'Control+Z', command: undo, isReady: ({ state }) => undoDepth(state) > 0 },
  { name: 'Redo', keys: 'Control+Y', command: redo, isReady: ({ state }) => redoDepth(state) > 0 },
]

const steps: Readonly<Record<string, (from: number) => number>> = {
  ArrowRight: (from) => (from + 1) % tools.length,
  ArrowLeft: (from) => (from + tools.length - 1) % tools.length,
  Home: () => 0,
  End: () => tools.length - 1,
}

/** The toolbar is a single Tab stop; arrow keys move between its buttons. */
export const EditorToolbar = ({ editor, controls }: { editor: Editor; controls: string }) => {
  useSyncExternalStore(
    (draw) => {
      editor.on('transaction', draw)
      return () => editor.off('transaction', draw)
    },
    () => editor.state,
  )
  const [stop, setStop] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const step = (event: KeyboardEvent): void => {
    const next = steps[event.key]?.(stop)
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      className="sf-words-tools"
      role="toolbar"
      aria-label="Layout of the text"
      aria-controls={controls}
      ref={bar}
    >
      {tools.map(({ name, keys, command, isOn, isReady }, place) => (
        <button
          key={name}
          type="button"
          className={`sf-button sf-words-tools__${name.toLowerCase()}`}
          tabIndex={place === stop ? 0 : -1}
          aria-pressed={isOn?.(editor)}
          aria-disabled={isReady === undefined ? undefined : !isReady(editor)}
          aria-keyshortcuts={keys}
          onFocus={() => setStop(place)}
          onKeyDown={step}
          // Keep the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            press(editor, command)
            // After a click or tap, return to typing; after a key press, stay in the toolbar.
            if (event.detail > 0) editor.view.focus()
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
