/* The form is the first page that many people see of the service, and has a style of a few lines besides. */
export const ownStyle = `
.refer-elsewhere{position:absolute;left:-10000px;top:auto;width:1px;height:1px;overflow:hidden}
.refer-remove{margin-top:40px}
.refer-remove button{background:none;border:0;padding:0;font:inherit;color:#005eb8;text-decoration:underline;cursor:pointer;min-height:24px}
.refer-remove button:focus{outline:4px solid transparent;background:#ffeb3b;color:#212b32;box-shadow:0 4px #212b32;text-decoration:none}
.nhsuk-header__service-name{overflow-wrap:anywhere}
.nhsuk-summary-list__value,.nhsuk-panel,.nhsuk-input,.nhsuk-textarea{overflow-wrap:anywhere}
.nhsuk-summary-list__value{white-space:pre-line}
.nhsuk-panel .refer-reference{font-weight:600;white-space:nowrap}
.whole-number{white-space:nowrap}
@media print{.nhsuk-back-link,.refer-remove,.nhsuk-button,.nhsuk-summary-list__actions{display:none}}
`
