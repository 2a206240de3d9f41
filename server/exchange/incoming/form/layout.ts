import { telephoneLink } from '../../../../contract/platform/fields/telephone.ts'
import { referralFormPath } from '../../settings/settings.ts'
import { html, type Html } from './html.ts'

/** How the service calls itself on its letters, and the number to ring. */
export interface ServiceNamed {
  name: string
  telephone: string | null
}

export interface Frame {
  service: ServiceNamed
  stylePath: string
}

/** The number as a link that a telephone can dial. */
export const ringLink = ({ telephone }: ServiceNamed): Html => {
  if (telephone === null) return html`the service`
  const link = telephoneLink(telephone)
  return link === null
    ? html`<span class="refer-telephone">${telephone}</span>`
    : html`<a class="refer-telephone" href="${link}">${telephone}</a>`
}

/** A page of the form. It has no script, and nothing of another origin. */
export const framed = (
  { service, stylePath }: Frame,
  title: string,
  body: Html,
  { back = null, isFaulty = false }: { back?: string | null; isFaulty?: boolean } = {},
): string =>
  html`<!doctype html>
    <html lang="en-GB" class="nhsuk-template">
      <head>
        <meta charset="utf-8" />
        <title>${isFaulty ? 'Error: ' : ''}${title} - ${service.name}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content="#005eb8" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylePath}" />
      </head>
      <body class="nhsuk-template__body">
        <a class="nhsuk-skip-link" href="#maincontent">Skip to main content</a>
        <header class="nhsuk-header" role="banner">
          <div class="nhsuk-header__container nhsuk-width-container">
            <div class="nhsuk-header__service">
              <a class="nhsuk-header__service-name" href="${referralFormPath}">${service.name}</a>
            </div>
          </div>
        </header>
        <div class="nhsuk-width-container">
          ${back === null ? null : html`<nav aria-label="Page before"><a class="nhsuk-back-link" href="${back}">Back</a></nav>`}
          <main class="nhsuk-main-wrapper" id="maincontent" role="main" tabindex="-1">
            <div class="nhsuk-grid-row"><div class="nhsuk-grid-column-two-thirds">${body}</div></div>
          </main>
        </div>
        <footer class="nhsuk-footer" role="contentinfo">
          <div class="nhsuk-width-container">
            <div class="nhsuk-footer__meta">
              <h2 class="nhsuk-u-visually-hidden">Support links</h2>
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
              </p>
            </div>
          </div>
        </footer>
      </body>
    </html> `.text
