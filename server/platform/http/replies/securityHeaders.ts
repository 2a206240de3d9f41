/** @param styleHash the hash of the only inline style, that of reports */
const contentSecurityPolicy = (styleHash: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // A report in its frame is a page of its own, under this same policy.
    `style-src 'self' ${styleHash}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // For the frame of the address lookup, which can lead nowhere else.
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
  ].join(';')

const oneYearInSeconds = 31_536_000

/**
 * Headers in every reply that tell the browser what to allow (IO-7). Hard-coded, because they are always the same: a
 * library that composed them for each reply took a tenth of the server's own time.
 */
export const securityHeaders = (styleHash: string): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(styleHash),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${oneYearInSeconds}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})
