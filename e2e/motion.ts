import { expect, type Page } from '@playwright/test'

/**
 * For who asked for less motion nothing moves by itself: no element of the page, nor what is drawn before and after one, has an
 * animation or a transition, and one that comes to it with such a style has none either.
 */
export const expectNothingMoves = async (page: Page): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = await page.evaluate(() => {
    const late = document.createElement('div')
    late.style.cssText = 'animation: sf-opening 1s infinite; transition: color 1s; scroll-behavior: smooth'
    document.body.append(late)
    const isLong = (durations: string): boolean =>
      durations.split(',').some((duration) => Number.parseFloat(duration) > 0)
    // Of those that are alike one is asked: a long list has thousands of cells.
    const kinds = new Map(
      [...document.querySelectorAll('*')].map((element) => [
        `${element.localName}.${element.getAttribute('class')} ${element.getAttribute('style')}`,
        element,
      ]),
    )
    const found = [...kinds.values()].flatMap((element) =>
      ['', '::before', '::after'].flatMap((part) => {
        const { animationName, animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(
          element,
          part,
        )
        const isStill =
          (animationName === 'none' || !isLong(animationDuration)) &&
          !isLong(transitionDuration) &&
          scrollBehavior !== 'smooth'
        return isStill ? [] : [`${element.localName}.${element.getAttribute('class')}${part}`]
      }),
    )
    late.remove()
    return found
  })
  await page.emulateMedia({ reducedMotion: null })
  expect({ address: page.url(), moving }).toEqual({ address: page.url(), moving: [] })
}
