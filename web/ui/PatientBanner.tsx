import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { ageOn } from '../../contract/dates.ts'
import type { FlagChip } from '../../contract/flags/chips.ts'
import { formatBorn, formatDate, formatName, formatNhsNumber, orNotRecorded } from '../../contract/format.ts'
import type { PatientRecord } from '../../contract/patient.ts'
import { FlagChips } from './FlagChips.tsx'
import { usePaperSubject } from './paper.ts'

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
  /** Leads to the flags, for those who may open them. */
  link: ReactNode
}

/** Sections come to rest under the banner, which chips make higher than the usual two lines. */
const useRoomAbove = (banner: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    if (banner.current === null || typeof ResizeObserver === 'undefined') return
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      style.setProperty('--sf-banner-height', `${Math.ceil(height)}px`)
    })
    observer.observe(banner.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--sf-banner-height')
    }
  }, [banner])
}

/** Who this screen is about, from the same reply as what is below it (CS-1; the order is the Common User Interface's). */
export const PatientBanner = ({ patient, flags, link }: PatientBannerProps) => {
  const [isOpen, setOpen] = useState(false)
  const banner = useRef<HTMLElement>(null)
  useRoomAbove(banner)
  const { deceasedDate, dateOfBirth, names } = patient
  const name = formatName({ ...patient, namePrefix: names.namePrefix })
  const died = deceasedDate === null ? '' : ` · Died ${formatDate(deceasedDate)}`
  usePaperSubject(
    `${name}\nBorn ${formatDate(dateOfBirth)}${died} · NHS No. ${formatNhsNumber(patient.nhsNumber)}`,
  )
  return (
    <section
      ref={banner}
      className={`sf-banner ${deceasedDate === null ? '' : 'sf-banner--deceased'} ${flags.length === 0 ? '' : 'sf-banner--flagged'}`}
      aria-label="Patient"
    >
      <div className="sf-banner__first">
        <span className="sf-banner__name">{name}</span>
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
            <span className="sf-banner__fact">
              Died <strong>{formatDate(deceasedDate)}</strong>
            </span>
            {dateOfBirth !== null && (
              <span className="sf-banner__fact">
                Age at Death <strong>{ageOn(dateOfBirth, deceasedDate)}y</strong>
              </span>
            )}
          </>
        )}
        <span className="sf-banner__fact">
          Gender <strong>{names.gender.replace(/ \(.*\)$/, '')}</strong>
        </span>
        <span className="sf-banner__fact">
          NHS No.{' '}
          <strong
            onCopy={(event) => {
              // Other systems want ten digits, whatever the screen shows.
              if (patient.nhsNumber === null) return
              event.clipboardData.setData('text/plain', patient.nhsNumber)
              event.preventDefault()
            }}
          >
            {formatNhsNumber(patient.nhsNumber)}
          </strong>
        </span>
        <button
          type="button"
          className="sf-banner__more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'Address and GP'}
        </button>
        {link}
      </div>
      <FlagChips chips={flags} />
      <div className={`sf-banner__second ${isOpen ? 'sf-banner__second--open' : ''}`}>
        <span title={addressOf(patient)}>{orNotRecorded(addressOf(patient))}</span>
        <span className="sf-nowrap">Tel. {orNotRecorded(patient.phoneHome ?? patient.phoneMobile)}</span>
        <span>GP {orNotRecorded(names.registeredGP)}</span>
      </div>
    </section>
  )
}
