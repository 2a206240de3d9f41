import { join } from 'node:path'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')

/** Where the names of the design system's classes are written: on our screens and in its components. */
const written = [
  join(root, 'web/**/*.{ts,tsx,html}'),
  ...['form-elements/**', 'utils', 'navigation/card/**', 'typography'].map((folder) =>
    join(root, 'node_modules/nhsuk-react-components/dist/esm/components', folder, '*.js'),
  ),
  ...['details', 'summary-list/**', 'warning-callout', 'icons/**'].map((folder) =>
    join(
      root,
      'node_modules/nhsuk-react-components/dist/esm/components/content-presentation',
      folder,
      '*.js',
    ),
  ),
]

/** Put together from parts when a component is shown. */
const composed = /^nhsuk-(input--width|fieldset__legend-|label-)-/
/** Kinds of a component that it can be and no screen makes it. */
const unmade = [
  /^nhsuk-(expander|caption|lede-text|card-group|card__(img|actions?|description|link)|u-margin-bottom)/,
  /^nhsuk-card--(clickable|feature|primary|secondary|care)/,
  /^nhsuk-button--(login|reverse|secondary-solid)$/,
]
/** Of the product itself, and the names of elements: these are ours to keep small. */
const ours = /^(?!nhsuk-)/

/** Keeps of the design system's style what some screen can show. */
export const leanStyle = (): Plugin => ({
  name: 'lean-style',
  apply: 'build',
  async transform(css, id) {
    if (!id.endsWith('.scss')) return null
    const [purged] = await new PurgeCSS().purge({
      content: written,
      css: [{ raw: css }],
      safelist: { standard: [composed, ours] },
      blocklist: unmade,
    })
    return purged === undefined ? null : { code: purged.css, map: null }
  },
})
