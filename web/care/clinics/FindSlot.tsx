import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { dayParts, slotsShown, type FreeSlot } from '../../../contract/care/clinics/slot.ts'
import {
  appointmentTypes,
  appointmentTypeTitle,
  type AppointmentType,
} from '../../../contract/pathways/records/appointment.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { clinicsQuery, slotsQuery } from './clinicQueries.ts'
import { SlotWords } from './SlotWords.tsx'

/** What the user looks for; '' is anything. */
interface Wanted {
  appointmentType: AppointmentType | ''
  locationId: string
  clinicianId: string
  part: (typeof dayParts)[number]['code'] | ''
  district: string
  /** Days from today. */
  from: string
}

const anything: Wanted = {
  appointmentType: '',
  locationId: '',
  clinicianId: '',
  part: '',
  district: '',
  from: '0',
}
const fromChoices = [
  { id: '0', name: 'From today' },
  { id: '7', name: 'From next week' },
  { id: '28', name: 'In four weeks' },
  { id: '84', name: 'In twelve weeks' },
]

/**
 * The next free slots, earliest first, with what narrows them.
 * @param district the patient's postcode district, which rounds of visits go by
 * @param children what can be done with each slot
 */
export const FindSlot = ({
  pathwayId,
  district,
  children,
}: {
  pathwayId: number
  district: string | null
  children: (slot: FreeSlot) => ReactNode
}) => {
  const [wanted, setWanted] = useState<Wanted>({ ...anything, district: district ?? '' })
  const { data: locations = [] } = useQuery(lookupQuery('location'))
  const { data: clinicians = [] } = useQuery(lookupQuery('clinician'))
  const { data: clinics } = useQuery(clinicsQuery)
  const {
    data: slots,
    error,
    refetch,
  } = useQuery(
    slotsQuery({
      pathwayId,
      from: addDays(today(), Number(wanted.from)),
      ...(wanted.appointmentType === '' ? {} : { appointmentType: wanted.appointmentType }),
      ...(wanted.locationId === '' ? {} : { locationId: Number(wanted.locationId) }),
      ...(wanted.clinicianId === '' ? {} : { clinicianId: Number(wanted.clinicianId) }),
      ...(wanted.part === '' ? {} : { part: wanted.part }),
      ...(wanted.district === '' ? {} : { district: wanted.district }),
    }),
  )
  // Only places and clinicians of a clinic can have a slot.
  const having = (key: 'locationId' | 'clinicianId') => new Set(clinics?.map((clinic) => clinic[key]))
  const among = (options: readonly { id: number; name: string }[], key: 'locationId' | 'clinicianId') =>
    options.filter(({ id }) => having(key).has(id)).map(({ id, name }) => ({ id: String(id), name }))
  const choose = (key: keyof Wanted) => (value: string) => setWanted((now) => ({ ...now, [key]: value }))
  return (
    <>
      <div className="sf-slots__wanted" role="group" aria-label="Which slots">
        <Choice label="When" value={wanted.from} options={fromChoices} choose={choose('from')} />
        <Choice
          label="Kind"
          any="Any kind"
          value={wanted.appointmentType}
          options={appointmentTypes.map((code) => ({ id: code, name: appointmentTypeTitle(code) }))}
          choose={choose('appointmentType')}
        />
        <Choice
          label="Place"
          any="Any place"
          value={wanted.locationId}
          options={among(locations, 'locationId')}
          choose={choose('locationId')}
        />
        <Choice
          label="Clinician"
          any="Any clinician"
          value={wanted.clinicianId}
          options={among(clinicians, 'clinicianId')}
          choose={choose('clinicianId')}
        />
        <Choice
          label="Part of the day"
          any="Any time"
          value={wanted.part}
          options={dayParts.map(({ code, title }) => ({ id: code, name: title }))}
          choose={choose('part')}
        />
        {district !== null && (
          <Choice
            label="Serving"
            any="Everywhere"
            value={wanted.district}
            options={[{ id: district, name: district }]}
            choose={choose('district')}
          />
        )}
      </div>
      {slots === undefined ? (
        <LoadingOrFailed what="slots" shape="list" error={error} refetch={refetch} />
      ) : slots.length === 0 ? (
        <p role="status">No free slot fits. Choose less above, or book an appointment without a clinic.</p>
      ) : (
        <>
          <ul className="sf-tasks" aria-label="Free slots">
            {slots.map((slot) => (
              <li key={slot.id}>
                <SlotWords slot={slot} />
                {children(slot)}
              </li>
            ))}
          </ul>
          {slots.length === slotsShown && <p className="sf-quiet">The first {slotsShown} are shown.</p>}
        </>
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  any?: string
  value: string
  options: readonly { id: string; name: string }[]
  choose: (value: string) => void
}

const Choice = ({ label, any, value, options, choose }: ChoiceProps) => {
  const id = useId()
  return (
    <div>
      <label className="nhsuk-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="nhsuk-select" value={value} onChange={({ target }) => choose(target.value)}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  )
}
