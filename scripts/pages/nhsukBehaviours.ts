/* In place of `nhsuk-frontend` in a built page (scripts/pages/leanLibraries.ts): a component that is not here would not start. */
export { Button } from 'nhsuk-frontend/dist/nhsuk/components/button/button.mjs'
export { Checkboxes } from 'nhsuk-frontend/dist/nhsuk/components/checkboxes/checkboxes.mjs'
export { ErrorSummary } from 'nhsuk-frontend/dist/nhsuk/components/error-summary/error-summary.mjs'
export { PasswordInput } from 'nhsuk-frontend/dist/nhsuk/components/password-input/password-input.mjs'
export { Radios } from 'nhsuk-frontend/dist/nhsuk/components/radios/radios.mjs'
