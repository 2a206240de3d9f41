import { documentOf } from '../../../platform/http/pages/document.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import { ringLink, type ServiceNamed } from '../../../platform/http/pages/ringLink.ts'
import { referralFormPath } from '../../settings/settings.ts'

export interface Frame {
  service: ServiceNamed
  stylePath: string
}

/** A page of the form. */
export const framed = (
  { service, stylePath }: Frame,
  title: string,
  body: Html,
  { back = null, isFaulty = false }: { back?: string | null; isFaulty?: boolean } = {},
): string =>
  documentOf({
    language: 'en-GB',
    title: `${isFaulty ? 'Error: ' : ''}${title} - ${service.name}`,
    stylePath,
    skip: 'Skip to main content',
    header: html`<div class="nhsuk-header__service">
      <a class="nhsuk-header__service-name" href="${referralFormPath}">${service.name}</a>
    </div>`,
    before:
      back === null
        ? null
        : html`<nav aria-label="Page before"><a class="nhsuk-back-link" href="${back}">Back</a></nav>`,
    body,
    footer: html`<h2 class="nhsuk-u-visually-hidden">Support links</h2>
      <ul class="nhsuk-footer__list">
        <li class="nhsuk-footer__list-item">
          <a class="nhsuk-footer__list-item-link" href="${referralFormPath}/privacy"
            >How we use what you tell us</a
          >
        </li>
      </ul>
      <p class="nhsuk-body-s">
        In an emergency ring 999. For advice ring 111.
        ${service.telephone === null ? null : html`To refer by telephone ring ${ringLink(service)}.`}
      </p>`,
  })
