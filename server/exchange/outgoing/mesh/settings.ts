import { X509Certificate, createPrivateKey } from 'node:crypto'
import { WrongSetting as Wrong, type ReadSetting } from '../../../platform/settings/wrongSetting.ts'
import { isThisMachine, parseServiceUrl } from '../../pds/apiKeys.ts'

/** Where our mailbox in MESH is, and how we prove that it is ours. */
export interface MeshSettings {
  /** Without a slash at its end; `/messageexchange` follows. */
  url: string
  mailbox: string
  password: string
  sharedKey: string
  /** The code of our organisation in the Organisation Data Service. */
  odsCode: string
  /** Under which a letter with its PDF is sent; null if practices take only documents of GP Connect. */
  letterWorkflow: string | null
  documentWorkflow: string
  /** The certificate by which MESH knows this machine, as PEM; null on this machine alone. */
  tls: { cert: string; key: string; ca: string | null } | null
  isStandIn: boolean
}

/** GP Connect Send Document, requirement GPCM-SD-057. Its acknowledgements have the same name with `_ACK`. */
export const usualDocumentWorkflow = 'GPFED_CONSULT_REPORT'

/**
 * Reads the settings of MESH; null if no letter is sent by it. No message repeats a secret.
 * @param complain receives a whole sentence about settings that do not go together
 */
export const readMeshSettings = (
  setting: ReadSetting,
  complain: (sentence: string) => void,
): MeshSettings | null => {
  const url = setting<string | null>('MESH_URL', null, (text) =>
    parseServiceUrl(text, 'https://mesh-sync.spineservices.nhs.uk'),
  )
  const mailbox = setting<string | null>('MESH_MAILBOX', null, parseMailbox)
  const password = setting<string | null>('MESH_PASSWORD', null, parseSecret)
  const sharedKey = setting<string | null>('MESH_SHARED_KEY', null, parseSecret)
  const odsCode = setting<string | null>('MESH_ODS', null, (text) =>
    /^[A-Z0-9]{3,10}$/i.test(text) ? text.toUpperCase() : new Wrong('must be a code such as RXX'),
  )
  const letterWorkflow = setting<string | null>('MESH_LETTER_WORKFLOW', null, parseWorkflow)
  const documentWorkflow = setting<string>('MESH_DOCUMENT_WORKFLOW', usualDocumentWorkflow, parseWorkflow)
  const cert = setting<string | null>('MESH_CERTIFICATE', null, parseCertificate)
  const key = setting<string | null>('MESH_PRIVATE_KEY', null, parseKey)
  const ca = setting<string | null>('MESH_CA', null, parseCertificate)
  const needed = {
    MESH_MAILBOX: mailbox,
    MESH_PASSWORD: password,
    MESH_SHARED_KEY: sharedKey,
    MESH_ODS: odsCode,
    ...(url !== null && isThisMachine(new URL(url)) && cert === null && key === null
      ? {}
      : { MESH_CERTIFICATE: cert, MESH_PRIVATE_KEY: key }),
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === null ? name : []))
  if (url === null) {
    if (missing.length < Object.keys(needed).length)
      complain('MESH_URL is missing: other settings of MESH are set; please set MESH_URL, or remove them')
    return null
  }
  if (missing.length > 0 || mailbox === null || password === null || sharedKey === null || odsCode === null) {
    complain(`MESH_URL is set, and ${missing.join(', ')} must be set too`)
    return null
  }
  const tls = cert === null || key === null ? null : { cert, key, ca }
  return {
    ...{ url, mailbox, password, sharedKey, odsCode, letterWorkflow, documentWorkflow, tls },
    isStandIn: false,
  }
}

const parseMailbox = (text: string): string | Wrong =>
  /^[A-Z0-9]{4,20}$/i.test(text) ? text.toUpperCase() : new Wrong('must be a mailbox such as RXXOT001')

const parseSecret = (text: string): string | Wrong =>
  /^[ -~]{4,300}$/.test(text) ? text : new Wrong('must be 4 to 300 letters, digits and signs')

const parseWorkflow = (text: string): string | Wrong =>
  /^[\w.-]{2,300}$/.test(text) ? text : new Wrong('must be a workflow id such as GPFED_CONSULT_REPORT')

const parseCertificate = (text: string): string | Wrong => {
  try {
    return new X509Certificate(text).toString() === '' ? new Wrong('must be a certificate as PEM') : text
  } catch {
    return new Wrong('must be a certificate as PEM')
  }
}

const parseKey = (text: string): string | Wrong => {
  try {
    return createPrivateKey(text).export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    // The error of the library may quote the key.
    return new Wrong('must be a private key as PEM')
  }
}
