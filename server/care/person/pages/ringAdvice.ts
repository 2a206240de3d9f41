import { html, type Html } from '../../../platform/http/pages/html.ts'
import { heading, type Frame } from './frame.ts'

/** Rings 999 or 111 with one tap. */
export const ringButton = (number: '999' | '111', words: string): Html =>
  html`<p><a class="nhsuk-button nhsuk-button--warning" href="tel:${number}">${words}</a></p>`

/**
 * When to ring 999 and 111.
 * @param ending what is said after it: by itself that our team can see what was answered
 */
export const ringAdvice = ({ words: { redFlag: said } }: Frame, ending: Html | string = said.team): Html => {
  const signs = [said.nowWeak, said.nowChest, said.nowHead, said.nowFainted, said.nowFloor]
  return html`${heading(said.title)} ${ringButton('999', said.ring999)}
    <p>${said.now}</p>
    <ul class="nhsuk-list nhsuk-list--bullet">
      ${signs.map((sign) => html`<li>${sign}</li>`)}
    </ul>
    <p>${said.others}</p>
    ${ringButton('111', said.ring111)}
    <div class="nhsuk-inset-text"><p>${ending}</p></div>`
}
