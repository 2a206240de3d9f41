import { useEffect, useLayoutEffect } from 'react'
import { formatDateTime, instantOf } from '../../../contract/platform/words/format.ts'

/*
 * What stands on every page that is printed from the screen. The margins of the paper are drawn by web/platform/styles/paper.scss, which
 * takes the words from two custom properties of the root: set as printing begins and taken away as it ends, so that
 * nothing of a patient is left where it does not belong.
 */

/** Whom, or what, the screen is about; null where only its title says so. */
let subject: string | null = null

/** Puts whom or what this screen is about on every page of its print, in one line or in several. */
export const usePaperSubject = (words: string): void => {
  useEffect(() => {
    subject = words
    return () => {
      subject = null
    }
  }, [words])
}

/** A text as a style sheet quotes it: whatever is in it, it ends where it ends. */
export const asCssText = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? ''} `)}"`

/** Without the name of the product, which the foot of the page says. */
const screenTitle = (): string => document.title.replace(/ – Surefoot$/, '')

/**
 * Head and foot of each page: whom or what it is about, who printed it and when.
 * @param note said at the foot too
 * @param isHidden the screen waits for its owner, out of everybody's sight (AU-16)
 */
export const usePaperMargins = (printedBy: string, note: string, isHidden: boolean): void => {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const end = (): void => {
      style.removeProperty('--sf-paper-head')
      style.removeProperty('--sf-paper-foot')
    }
    const begin = (): void => {
      if (isHidden) return
      const at = formatDateTime(instantOf(Date.now()))
      style.setProperty('--sf-paper-head', asCssText(subject ?? screenTitle()))
      style.setProperty(
        '--sf-paper-foot',
        asCssText(`Surefoot: ${screenTitle()}. Printed by ${printedBy}, ${at}. Confidential. ${note}`.trim()),
      )
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      end()
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [printedBy, note, isHidden])
}
