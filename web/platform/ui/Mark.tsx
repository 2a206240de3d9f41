/** The product's own mark. A deployment that may use another logo replaces it here. */
export const Mark = () => (
  <svg className="sf-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <g fill="none" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="16" cy="7" r="3" />
      <path d="M7 13.5h18M16 13.5v6M16 19.5l-5 7M16 19.5l5 7M6 28.5h20" />
    </g>
  </svg>
)
