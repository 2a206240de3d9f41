import { languages, type Language } from '../../../../contract/care/person/language.ts'
import { documentOf } from '../../../platform/http/pages/document.ts'
import { attribute, html, type Html } from '../../../platform/http/pages/html.ts'
import { ringLink, type ServiceNamed } from '../../../platform/http/pages/ringLink.ts'
import { personPath } from '../service.ts'
import { wordsOf, type Words } from '../words/words.ts'

/** What every page needs: the service, the style, and the language with its words. */
export interface Frame {
  service: ServiceNamed
  stylePath: string
  language: Language
  words: Words
}

export const frameIn = (service: ServiceNamed, stylePath: string, language: Language): Frame => ({
  service,
  stylePath,
  language,
  words: wordsOf[language.code],
})

export interface Shown {
  title: string
  body: Html
  /** The page before, by its name. */
  back?: string | null
  isFaulty?: boolean
  /** The address of this page below the others, if its name is not enough: a change of language comes back to it. */
  here?: string
  /** A page that shows nothing of anybody, and that people read before and after they sign in. */
  isForAll?: true
}

/** The address of a page by its name, such as 'home'. */
export const addressOf = (name: string): string => `${personPath}/${name}`

/** Words with the number to ring where they have {telephone}. */
export const withTelephone = ({ service }: Frame, sentence: string): Html => {
  const [before = '', after = ''] = sentence.split('{telephone}')
  return html`${before}${ringLink(service)}${after}`
}

const languageLinks = ({ language }: Frame, here: string): Html =>
  html`<nav class="my-languages" aria-label="${wordsOf[language.code].frame.languages}">
    <ul class="nhsuk-list">
      ${languages.map(
        ({ code, tag, own, direction }) =>
          html`<li>
            <a
              href="${addressOf(`in/${code}`)}?${new URLSearchParams({ to: here }).toString()}"
              lang="${tag}"
              dir="${direction}"
              hreflang="${tag}"
              ${attribute('aria-current', code === language.code ? 'true' : null)}
              >${own}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`

/** A page as HTML. @param here the name of this page, to which a change of language comes back */
export const framed = (
  frame: Frame,
  { title, body, back = null, isFaulty = false }: Shown,
  { here, isSignedIn }: { here: string; isSignedIn: boolean },
): string => {
  const { language, words, service, stylePath } = frame
  const { frame: said } = words
  return documentOf({
    language: language.tag,
    direction: language.direction,
    title: `${isFaulty ? `${said.error} ` : ''}${title} - ${service.name}`,
    stylePath,
    skip: said.skip,
    header: html`<div class="nhsuk-header__service">
        <a class="nhsuk-header__service-name" href="${isSignedIn ? addressOf('home') : personPath}"
          >${service.name}</a
        >
      </div>
      ${
        isSignedIn
          ? html`<form class="my-out" action="${addressOf('out')}" method="post">
              <button type="submit">${said.signOut}</button>
            </form>`
          : null
      }`,
    before:
      back === null
        ? null
        : html`<nav aria-label="${said.before}">
            <a class="nhsuk-back-link" href="${addressOf(back)}">${said.back}</a>
          </nav>`,
    body,
    footer: html`${languageLinks(frame, here)}
      ${said.draft === '' ? null : html`<p class="nhsuk-body-s">${said.draft}</p>`}
      <p class="nhsuk-body-s">
        <a class="nhsuk-footer__list-item-link" href="${addressOf('privacy')}">${said.privacy}</a>
      </p>
      <p class="nhsuk-body-s">
        ${said.emergency} ${service.telephone === null ? null : withTelephone(frame, said.ring)}
      </p>`,
  })
}

export const heading = (words: string | Html): Html => html`<h1 class="nhsuk-heading-l">${words}</h1>`

/** A form of one page. @param to the name of the page that it is posted to */
export const formOf = (to: string, body: Html, button: string): Html =>
  html`<form action="${addressOf(to)}" method="post" novalidate>
    ${body}
    <button class="nhsuk-button" type="submit">${button}</button>
  </form>`
