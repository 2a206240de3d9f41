/*
 * A passkey of this device as a key: the PRF extension of WebAuthn gives the same 32 bytes for the same salt, and only after
 * its owner has been checked. It needs no signal.
 */

const buffer = (value: unknown): Uint8Array<ArrayBuffer> | null =>
  value instanceof ArrayBuffer ? new Uint8Array(value) : null

/** Null if the device has no such passkey, or its owner broke off. */
export const secretOfPasskey = async (
  salt: Uint8Array<ArrayBuffer>,
  credentialId: ArrayBuffer | null,
): Promise<{ secret: Uint8Array<ArrayBuffer>; credentialId: ArrayBuffer } | null> => {
  try {
    const credential = (await navigator.credentials.get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rpId: location.hostname,
        userVerification: 'required',
        ...(credentialId === null ? {} : { allowCredentials: [{ type: 'public-key', id: credentialId }] }),
        extensions: { prf: { eval: { first: salt } } },
      },
    })) as PublicKeyCredential | null
    const secret = buffer(credential?.getClientExtensionResults().prf?.results?.first)
    return credential === null || secret === null ? null : { secret, credentialId: credential.rawId }
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
