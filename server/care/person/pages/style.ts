/** A few rules besides the design system's, which knows no language that is read from right to left. */
export const ownStyle = `
.nhsuk-header__service-name{overflow-wrap:anywhere}
.nhsuk-header__container{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px}
.nhsuk-header__service{flex:1 1 9em;margin:0}
.nhsuk-summary-list__value,.nhsuk-card,.nhsuk-input,.nhsuk-textarea,.nhsuk-inset-text{overflow-wrap:anywhere}
.my-said{white-space:pre-line}
.whole-number{white-space:nowrap;unicode-bidi:isolate;direction:ltr}
.my-code{unicode-bidi:isolate;direction:ltr;letter-spacing:.1em;text-transform:uppercase}
.my-row{margin-bottom:16px;overflow-wrap:anywhere}
.my-letter{border:1px solid #aeb7bd;padding:16px;overflow-wrap:anywhere}
.my-out{margin:0;flex:none}
.my-out button{background:none;border:1px solid #fff;border-radius:4px;color:#fff;font:inherit;cursor:pointer;min-height:44px;padding:4px 12px}
.my-out button:focus{outline:4px solid transparent;background:#ffeb3b;border-color:#ffeb3b;color:#212b32;box-shadow:0 4px #212b32}
.my-languages ul{display:flex;flex-wrap:wrap;gap:4px 24px;margin:0 0 16px}
.my-languages li{margin:0}
.my-languages a{display:inline-block;min-height:44px;padding:8px 0;line-height:28px}
.my-languages a[aria-current]{font-weight:600;text-decoration:none;color:#212b32}
[dir=rtl] .nhsuk-back-link{padding-left:0;padding-right:16px}
[dir=rtl] .nhsuk-back-link:before{left:auto;right:3px;transform:rotate(45deg)}
[dir=rtl] .nhsuk-radios__label:before,[dir=rtl] .nhsuk-checkboxes__label:before{left:auto;right:.125rem}
[dir=rtl] .nhsuk-radios__label:after{left:calc(100% - 1.375rem)}
[dir=rtl] .nhsuk-checkboxes__label:after{left:calc(100% - 1.3125rem)}
[dir=rtl] .nhsuk-header__service-name{margin-left:auto;margin-right:0}
[dir=rtl] .nhsuk-grid-column-two-thirds{float:right}
[dir=rtl] .nhsuk-inset-text,[dir=rtl] .nhsuk-form-group--error{border-left:0;border-right:8px solid #005eb8}
[dir=rtl] .nhsuk-form-group--error{border-right:4px solid #d5281b;padding-left:0;padding-right:16px}
[dir=rtl] .nhsuk-date-input__item{margin-right:0;margin-left:24px}
[dir=rtl] .nhsuk-list{padding-right:0}
[dir=rtl] .nhsuk-list--bullet{padding-left:0;padding-right:20px}
[dir=rtl] [dir=ltr] .nhsuk-list--bullet{padding-left:20px;padding-right:0}
[dir=rtl] .nhsuk-summary-list__actions{text-align:left}
@media print{.nhsuk-back-link,.my-out,.my-languages,.nhsuk-button{display:none}}
`
