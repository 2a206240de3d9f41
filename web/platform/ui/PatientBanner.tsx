import { useRef, useState, type ReactNode } from 'react'
import { ageOn } from '../../../contract/platform/dates/dates.ts'
import { doNotCallWords, type FlagChip } from '../../../contract/patients/flags/chips.ts'
import {
  formatBorn,
  formatDate,
  formatName,
  formatNhsNumber,
  notRecorded,
  orNotRecorded,
} from '../../../contract/platform/words/format.ts'
import type { PatientRecord } from '../../../contract/patients/patient.ts'
import { useArrivalSubject } from './arrival.ts'
import { FlagChips } from './FlagChips.tsx'
import { usePaperSubject } from './paper.ts'
import { useUnseenChips } from './useUnseenChips.ts'
import { useRoomAbove } from './useRoomAbove.ts'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'
import { Telephone } from './Telephone.tsx'

const addressOf = (patient: PatientRecord): string =>
  [
    patient.addressLine1,
    patient.addressLine2,
    patient.addressLine3,
    patient.town,
    patient.county,
    patient.postcode,
  ]
    .filter(Boolean)
    .join(', ')

interface PatientBannerProps {
  patient: PatientRecord
  flags: readonly FlagChip[]
  /** Staff must not ring this patient. */
  doNotCall: boolean
  /** Whether pressing the telephone number rings it. */
  mayRing: boolean
  /** Link to the flags, for users who may open them. */
  link: ReactNode
}

/** The same order as on the work lists: the mobile number comes first. */
const preferredTelephone = (patient: PatientRecord): string | null =>
  typedTelephone(patient.phoneMobile, patient.phoneMobileNote) ||
  typedTelephone(patient.phoneHome, patient.phoneHomeNote) ||
  typedTelephone(patient.phoneWork, patient.phoneWorkNote) ||
  null

/** A name up to this length fits into two lines of a narrow phone as it is. */
const shortName = 24

/**
 * The name of a patient. A long one has two parts, ASHWORTH, and Edna (Mrs), so that a phone can shorten each: the
 * beginning of both is always seen.
 */
const NameInParts = ({ name, familyName }: { name: string; familyName: string }) => {
  if (name.length <= shortName) return name
  const end = formatName({ familyName }).length
  const comma = name[end] === ',' ? 1 : 0
  return (
    <>
      <span>{name.slice(0, end + comma)}</span> <span>{name.slice(end + comma).trimStart()}</span>
    </>
  )
}

/**
 * The patient that this screen is about, from the same reply as the content below (CS-1). The order of the facts is
 * that of the Common User Interface.
 */
export const PatientBanner = ({ patient, flags, doNotCall, mayRing, link }: PatientBannerProps) => {
  const [isOpen, setOpen] = useState(false)
  const banner = useRef<HTMLElement>(null)
  const core = useRef<HTMLDivElement>(null)
  const unseen = useUnseenChips(core, flags)
  useRoomAbove(banner, '--sf-banner-height')
  const { deceasedDate, dateOfBirth, names } = patient
  const name = formatName({ ...patient, namePrefix: names.namePrefix })
  const telephone = preferredTelephone(patient)
  const died = deceasedDate === null ? '' : ` · Died ${formatDate(deceasedDate)}`
  useArrivalSubject(name)
  usePaperSubject(
    `${name}\nBorn ${formatDate(dateOfBirth)}${died} · NHS No. ${formatNhsNumber(patient.nhsNumber)}`,
  )
  return (
    <section
      ref={banner}
      className={`sf-banner ${deceasedDate === null ? '' : 'sf-banner--deceased'} ${flags.length === 0 ? '' : 'sf-banner--flagged'} ${isOpen ? 'sf-banner--open' : ''}`}
      aria-label="Patient"
    >
      <div className="sf-banner__core" ref={core}>
        <div className="sf-banner__first">
          <span className="sf-banner__name" translate="no">
            <NameInParts name={name} familyName={patient.familyName} />
          </span>
          <span className="sf-banner__facts">
            <span className="sf-banner__fact">
              Born{' '}
              <strong>
                {dateOfBirth === null
                  ? 'Not Recorded'
                  : deceasedDate === null
                    ? formatBorn(dateOfBirth)
                    : formatDate(dateOfBirth)}
              </strong>
            </span>
            {deceasedDate !== null && (
              <>
                <span className="sf-banner__fact sf-banner__fact--more">
                  Died <strong>{formatDate(deceasedDate)}</strong>
                </span>
                {dateOfBirth !== null && (
                  <span className="sf-banner__fact sf-banner__fact--more">
                    Age at Death <strong>{ageOn(dateOfBirth, deceasedDate)}y</strong>
                  </span>
                )}
              </>
            )}
            <span className="sf-banner__fact sf-banner__fact--more">
              Gender <strong>{names.gender.replace(/ \(.*\)$/, '')}</strong>
            </span>
            <span className="sf-banner__fact sf-banner__fact--third">
              NHS No.{' '}
              <strong
                translate="no"
                onCopy={(event) => {
                  // Other systems need ten digits without separators.
                  if (patient.nhsNumber === null) return
                  event.clipboardData.setData('text/plain', patient.nhsNumber)
                  event.preventDefault()
                }}
              >
                {formatNhsNumber(patient.nhsNumber)}
              </strong>
            </span>
            <span className="sf-banner__fact sf-banner__fact--more">
              Tel.{' '}
              {doNotCall ? (
                <strong>{doNotCallWords}</strong>
              ) : mayRing && telephone !== null ? (
                <Telephone said={telephone} />
              ) : (
                <strong>{orNotRecorded(telephone)}</strong>
              )}
            </span>
          </span>
          <button
            type="button"
            className="sf-banner__more"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Less' : <MoreWords unseen={unseen} />}
          </button>
          {link}
        </div>
        <FlagChips chips={flags} />
      </div>
      <div className={`sf-banner__second ${isOpen ? 'sf-banner__second--open' : ''}`}>
        <span title={addressOf(patient)}>{addressOf(patient) || `Address ${notRecorded}`}</span>
        <span>GP {orNotRecorded(names.registeredGP)}</span>
      </div>
    </section>
  )
}

/** What the button shows: a phone has all but name, birth date and the first flags behind it. */
const MoreWords = ({ unseen }: { unseen: number }) => (
  <>
    <span className="sf-banner__wide">Address and GP</span>
    <span className="sf-banner__narrow">
      {unseen === 0 ? 'More' : `+ ${unseen} more`}
      <span className="nhsuk-u-visually-hidden">
        {unseen === 0 ? '' : ` flag${unseen === 1 ? '' : 's'}`}: telephone, address and GP
      </span>
    </span>
  </>
)
