import type { Editor } from '@tiptap/core'
import { TextSelection, type Command } from '@tiptap/pm/state'
import { fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect, useRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { insertPart } from './insertPiece.ts'
import { LetterEditor } from './LetterEditor.tsx'
import { toggleLines } from './lineKinds.ts'

/** Renders the editor; `written` is the text it last reported. */
const open = (words: string, hasFields = true) => {
  const onChange = vi.fn<(words: string) => void>()
  const more = { id: 'body', label: 'Text', message: '', hasFields, onChange }
  const { rerender } = render(<LetterEditor words={words} {...more} />)
  const box = screen.getByRole('textbox', { name: 'Text' })
  const { editor } = box as HTMLElement & { editor: Editor }
  /** Selects from one word to another. */
  const select = (from: string, to = from): void => {
    const place = (word: string): number => {
      let found = -1
      editor.state.doc.descendants((node, position) => {
        const at = node.text?.indexOf(word) ?? -1
        if (at !== -1) found = position + at
      })
      return found
    }
    const ends = [place(from), place(to) + to.length] as const
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, ...ends)))
  }
  return {
    box,
    editor,
    select,
    type: (text: string) => {
      for (const sign of text) editor.view.dispatch(editor.state.tr.insertText(sign))
    },
    press: (key: string, more: object = {}) => fireEvent.keyDown(box, { key, ...more }),
    run: (command: Command) => command(editor.state, editor.view.dispatch),
    written: () => onChange.mock.lastCall?.[0],
    fail: (message: string) => rerender(<LetterEditor words={words} {...more} message={message} />),
  }
}

it('is on the page with the first painting, which its toolbar refers to', () => {
  const atFirst = vi.fn<(controlled: Element | null) => void>()
  const Page = () => {
    const page = useRef<HTMLDivElement>(null)
    useLayoutEffect(() => {
      const toolbar = page.current?.querySelector('[role=toolbar]')
      atFirst(document.getElementById(toolbar?.getAttribute('aria-controls') ?? ''))
    }, [])
    return (
      <div ref={page}>
        <LetterEditor id="body" label="Text" message="" words="one" hasFields onChange={() => undefined} />
      </div>
    )
  }
  render(<Page />)
  expect(atFirst).toHaveBeenLastCalledWith(screen.getByRole('textbox', { name: 'Text' }))
})

describe('a line', () => {
  it.each([
    ['heading', 'two', 'two', 'one\n\n# two\n\nthree'],
    ['heading', 'one', 'one', '# one\n\ntwo\nthree'],
    ['heading', 'three', 'three', 'one\ntwo\n\n# three'],
    ['point', 'one', 'two', '- one\n- two\n\nthree'],
    ['point', 'one', 'three', '- one\n- two\n- three'],
  ] as const)('of a paragraph becomes a %s from %s to %s', (kind, from, to, becomes) => {
    const { select, run, written } = open('one\ntwo\nthree')
    select(from, to)
    run(toggleLines(kind))
    expect(written()).toBe(becomes)
  })

  it.each([
    ['one', 'one', 'one\n\n- two\n- three'],
    ['two', 'two', '- one\n\ntwo\n\n- three'],
    ['three', 'three', '- one\n- two\n\nthree'],
    ['one', 'three', 'one\n\ntwo\n\nthree'],
  ])('of a list is taken out from %s to %s', (from, to, becomes) => {
    const { select, run, written } = open('- one\n- two\n- three')
    select(from, to)
    run(toggleLines('point'))
    expect(written()).toBe(becomes)
  })

  it('beside a list becomes its point', () => {
    const { select, run, written } = open('- one\n\ntwo\n\n- three')
    select('two')
    run(toggleLines('point'))
    expect(written()).toBe('- one\n- two\n- three')
  })

  it('of a list becomes a heading, and what was bold stays bold', () => {
    const { select, run, written } = open('- one\n- **two** {{today}}\n- three')
    select('two')
    run(toggleLines('heading'))
    expect(written()).toBe('- one\n\n# **two** {{today}}\n\n- three')
  })
})

describe('what is typed as it is kept', () => {
  it.each([
    ['- a', 'listitem'],
    ['# a', 'heading'],
    ['**a**', 'strong'],
  ])('%j becomes a %s at once, and the cursor stays behind it', (signs, role) => {
    const { box, editor, type, written } = open('')
    type(`${signs}b`)
    expect(box.textContent).toBe('ab')
    expect(screen.getByRole(role)).toBeInTheDocument()
    expect(editor.state.selection.$head.parentOffset).toBe(2)
    expect(written()).toBe(`${signs}b`)
  })

  it('is a piece where it stands in braces', () => {
    const { box, type, written } = open('Dear ')
    type('{{today}}{{nobody}}')
    expect([...box.querySelectorAll('[data-piece]')].map(({ textContent }) => textContent)).toEqual([
      'Field: Day of the letter',
      'Field: Unknown field: {{nobody}}',
    ])
    expect(written()).toBe('{{today}}{{nobody}}Dear')
  })

  it('is no piece in a letter, which has no fields', () => {
    const { box } = open('Dear {{today}}', false)
    expect(box).toHaveTextContent('Dear {{today}}')
  })
})

describe('a part', () => {
  it.each([
    ['one', 'one', '{{#goals}}one{{/goals}} and\n\n# two\n\n- three\n- four\n- five\n\nsix'],
    ['two', 'four', 'one and\n\n{{#goals}}\n# two\n\n- three\n- four\n{{/goals}}\n- five\n\nsix'],
    ['four', 'five', 'one and\n\n# two\n\n- three\n{{#goals}}\n- four\n- five\n{{/goals}}\n\nsix'],
    ['one', 'six', '{{#goals}}\n\none and\n\n# two\n\n- three\n- four\n- five\n\nsix\n\n{{/goals}}'],
  ])('stands around what is selected from %s to %s', (from, to, becomes) => {
    const { select, run, written } = open('one and\n\n# two\n\n- three\n- four\n- five\n\nsix')
    select(from, to)
    run(insertPart('#', 'goals'))
    expect(written()).toBe(becomes)
  })
})

describe('a key', () => {
  it('deletes a piece whole, and undoing brings the very words back', () => {
    const words = 'Dear  {{ greetingName }},\n#  Plan \n'
    const { editor, press, written } = open(words)
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, 8)))
    press('Backspace')
    expect(written()).toBe('Dear  ,\n# Plan')
    press('z', { ctrlKey: true })
    expect(written()).toBe(words)
  })

  it('ends a list at an empty point, and takes the kind of a line away at its begin', () => {
    const { editor, select, press, type, written } = open('- one\n\n# two')
    select('one')
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, 5)))
    press('Enter')
    press('Enter')
    type('after')
    expect(written()).toBe('- one\n\nafter\n\n# two')
    select('two')
    const { from } = editor.state.selection
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from)))
    press('Backspace')
    expect(written()).toBe('- one\n\nafter\n\ntwo')
  })

  it('leads from button to button, of which one is a stop', () => {
    open('one')
    const [heading, list] = [
      screen.getByRole('button', { name: 'Heading' }),
      screen.getByRole('button', { name: 'List' }),
    ]
    expect([heading.tabIndex, list.tabIndex]).toEqual([0, -1])
    heading.focus()
    fireEvent.keyDown(heading, { key: 'ArrowRight' })
    expect(list).toHaveFocus()
    expect([heading.tabIndex, list.tabIndex]).toEqual([-1, 0])
    fireEvent.click(list)
    expect(list).toHaveAttribute('aria-pressed', 'true')
    expect(list).toHaveFocus()
  })
})

it('says what is wrong with it, as other fields do', () => {
  const { box, fail } = open('one')
  expect(box).not.toHaveAttribute('aria-invalid')
  fail('The letter has no text')
  expect(box).toHaveAttribute('aria-invalid', 'true')
  expect(box).toHaveAccessibleDescription(/Error: ?The letter has no text/)
  expect(box).toHaveAttribute('aria-multiline', 'true')
})
