import { Link, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useState, type ComponentType } from 'react'
import type { CarriedForm } from '../../../../contract/care/visits/carried.ts'
import { readDrafts } from '../../../platform/page/drafts.ts'
import { answered } from '../../../platform/calls/instead.ts'
import { Carried } from '../../../platform/ui/carried.ts'
import { ContactNoteScreen } from '../../../pathways/records/ContactNoteScreen.tsx'
import { EquipmentScreen } from '../../../pathways/records/EquipmentScreen.tsx'
import { FallScreen } from '../../../pathways/records/FallScreen.tsx'
import { FratScreen } from '../../../pathways/records/FratScreen.tsx'
import { MeasureScreen } from '../../../pathways/records/MeasureScreen.tsx'
import { MedicinesReviewScreen } from '../../../pathways/records/MedicinesReviewScreen.tsx'
import { WellbeingScreen } from '../../../pathways/records/WellbeingScreen.tsx'
import { PathwayConsent } from '../../pathwayPage/NotesScreens.tsx'
import { toVisit } from '../address.ts'
import { changedRecord, type FormPlace } from '../store/changedRecord.ts'
import { carryForm } from '../store/carry.ts'
import type { OpenPack } from '../store/openPack.ts'

/** The forms of the product itself: the same fields, checks and words as with a signal. */
const screens: Readonly<Record<CarriedForm, ComponentType>> = {
  contactNote: ContactNoteScreen,
  fall: FallScreen,
  measure: MeasureScreen,
  frat: FratScreen,
  wellbeing: WellbeingScreen,
  equipmentAssessment: EquipmentScreen,
  medicinesReview: MedicinesReviewScreen,
  consent: PathwayConsent,
}

/** One form of a visit. While it is open, its calls are answered from the pack. */
export const VisitForm = ({ open, at }: { open: OpenPack; at: FormPlace }) => {
  const navigate = useNavigate()
  const [isReady, setReady] = useState(false)
  const { visit, form, record } = at
  useLayoutEffect(() => {
    answered.by = carryForm(open, { visit, form, record })
    void readDrafts(open.pack.id).then(() => setReady(true))
    return () => {
      answered.by = null
    }
  }, [open, visit, form, record])
  const Screen = screens[form]
  if (!isReady) return null
  return (
    <Carried
      value={{
        // A record that is not there is said to be not there.
        recordId: String(changedRecord(open, at) ?? -1),
        // By the appointment, not by its number in the pack, which is another person's in the next one (CS-58).
        place: `/visits/${open.pack.id}/${open.pack.visits[visit]?.appointmentId ?? ''}/${form}/${record}`,
        back: () => navigate({ to: '/visits', search: toVisit(visit), replace: true }),
        cancel: (
          <Link className="sf-cancel" to="/visits" search={toVisit(visit)}>
            Cancel
          </Link>
        ),
        said: (what) => `${what} on this device, not handed in yet`,
      }}
    >
      <Screen />
    </Carried>
  )
}
