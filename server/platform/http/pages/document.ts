import { html, type Html } from './html.ts'

interface Document {
  /** The language of the page, such as 'en-GB', and the direction in which it is read. */
  language: string
  direction?: 'ltr' | 'rtl'
  title: string
  stylePath: string
  skip: string
  header: Html
  /** Above the main part, such as the link to the page before. */
  before: Html | null
  body: Html
  footer: Html
}

/** A page in the frame of the NHS design system. It has no script, and nothing of another origin. */
export const documentOf = ({
  language,
  direction = 'ltr',
  title,
  stylePath,
  skip,
  header,
  before,
  body,
  footer,
}: Document): string =>
  html`<!doctype html>
    <html lang="${language}" dir="${direction}" class="nhsuk-template">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content="#005eb8" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylePath}" />
      </head>
      <body class="nhsuk-template__body">
        <a class="nhsuk-skip-link" href="#maincontent">${skip}</a>
        <header class="nhsuk-header" role="banner">
          <div class="nhsuk-header__container nhsuk-width-container">${header}</div>
        </header>
        <div class="nhsuk-width-container">
          ${before}
          <main class="nhsuk-main-wrapper" id="maincontent" role="main" tabindex="-1">
            <div class="nhsuk-grid-row"><div class="nhsuk-grid-column-two-thirds">${body}</div></div>
          </main>
        </div>
        <footer class="nhsuk-footer" role="contentinfo">
          <div class="nhsuk-width-container"><div class="nhsuk-footer__meta">${footer}</div></div>
        </footer>
      </body>
    </html> `.text
