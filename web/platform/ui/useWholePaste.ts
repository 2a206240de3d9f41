import {
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type SyntheticEvent,
} from 'react'

/** As a box of one line takes a text: without the line ends behind it, as a spreadsheet copies them, and one space for each other. */
const inOneLine = (text: string): string =>
  text.replace(/(?<![\r\n])[\r\n]+$/, '').replaceAll(/\r\n|\r|\n/g, ' ')

/** What stands before a text that is put into a box, and behind it. */
type Around = readonly [before: string, behind: string]

/** As the service counts: spaces at the end are nothing, and where the browser cuts those, nothing is lost. */
const lengthWith = (text: string, [before, behind]: Around): number => {
  const whole = before + inOneLine(text) + behind
  return (behind === '' ? whole.trimEnd() : whole).length
}

/**
 * For a box with a limit: what is pasted or dropped beyond it is said and not taken, where a browser would cut it without a word.
 * @returns what is said, '' for nothing, and what the box needs for it
 */
export const useWholePaste = (longest: number) => {
  const [said, setSaid] = useState('')
  // What is dragged from one place of the box to another makes it no longer.
  const isDraggedHere = useRef(false)

  const takeWhole = (event: SyntheticEvent, how: string, text: string, around: Around): void => {
    if (lengthWith(text, around) <= longest) return setSaid('')
    event.preventDefault()
    setSaid(`What you ${how} is longer than the ${longest} characters that fit here.`)
  }

  return {
    said,
    limited: (onChange: (event: ChangeEvent<HTMLInputElement>) => void) => ({
      maxLength: longest,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setSaid('')
        onChange(event)
      },
      onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
        const { value, selectionStart, selectionEnd } = event.currentTarget
        const around = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? 0)] as const
        takeWhole(event, 'pasted', event.clipboardData.getData('text'), around)
      },
      onDragStart: () => {
        isDraggedHere.current = true
      },
      onDragEnd: () => {
        isDraggedHere.current = false
      },
      onDrop: (event: DragEvent<HTMLInputElement>) => {
        const isCopied = event.ctrlKey || event.altKey
        if (isDraggedHere.current && !isCopied) return
        // It replaces nothing, and may land before everything else.
        takeWhole(event, 'dropped', event.dataTransfer.getData('text'), ['', event.currentTarget.value])
      },
    }),
  }
}
