import { createPrivateKey } from 'node:crypto'
import { WrongSetting as Wrong } from './wrongSetting.ts'

/** An RSA private key with at least 2048 bits. @returns it as PKCS #8 PEM */
export const parseRsaKey = (text: string): string | Wrong => {
  const wrong = new Wrong('must be an RSA private key of at least 2048 bits as PEM')
  try {
    const key = createPrivateKey(text)
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType !== 'rsa' || modulusLength < 2048) return wrong
    return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    // The error of the library may quote the key.
    return wrong
  }
}
