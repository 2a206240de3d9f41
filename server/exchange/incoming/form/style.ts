import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import { referralFormPath } from '../../settings/settings.ts'

/* The form is the first page that many people see of the service, and has a style of a few lines besides. */
const own = `
.refer-elsewhere{position:absolute;left:-10000px;top:auto;width:1px;height:1px;overflow:hidden}
.refer-remove{margin-top:40px}
.refer-remove button{background:none;border:0;padding:0;font:inherit;color:#005eb8;text-decoration:underline;cursor:pointer;min-height:24px}
.refer-remove button:focus{outline:4px solid transparent;background:#ffeb3b;color:#212b32;box-shadow:0 4px #212b32;text-decoration:none}
.nhsuk-header__service-name{overflow-wrap:anywhere}
.nhsuk-summary-list__value,.nhsuk-panel,.nhsuk-input,.nhsuk-textarea{overflow-wrap:anywhere}
.nhsuk-summary-list__value{white-space:pre-line}
.nhsuk-panel .refer-reference{font-weight:600;white-space:nowrap}
.refer-telephone{white-space:nowrap}
@media print{.nhsuk-back-link,.refer-remove,.nhsuk-button,.nhsuk-summary-list__actions{display:none}}
`

/** The style of the design system, without its fonts, which another organisation serves. */
const designSystem = (): string =>
  readFileSync(fileURLToPath(import.meta.resolve('nhsuk-frontend/dist/nhsuk/nhsuk-frontend.min.css')), 'utf8')
    .replaceAll(/@font-face\{[^}]*\}/g, '')
    .replace(/\/\*# sourceMappingURL=.*$/m, '')

export interface Style {
  /** Contains a hash of the text, so that browsers may keep it for ever. */
  path: string
  text: string
}

/** Made once for each process, at the first page. */
export const readStyle = (): Style => {
  const text = designSystem() + own
  return { path: `${referralFormPath}/style-${sha256(text).toString('hex').slice(0, 16)}.css`, text }
}
