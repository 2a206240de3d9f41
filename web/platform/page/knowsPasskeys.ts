/**
 * Whether this browser supports passkeys and the page was opened by host name. Browsers make none for a bare address.
 */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^(\d+\.){3}\d+$|^\[/.test(window.location.hostname)
