import { sql as raw } from 'kysely'
import { equipmentEnds } from '../../../../contract/pathways/records/equipmentProgress.ts'
import { aPatient, filled, period, refer, words } from '../mapping/elements.ts'
import { recordSource } from '../mapping/recordSource.ts'
import { always, of, patient, token } from '../mapping/source.ts'

const statusSystem = 'http://hl7.org/fhir/request-status'

/** Equipment that was asked for, from the request to its return. */
export const equipmentSource = recordSource('equipmentAssessment', {
  type: 'DeviceRequest',
  name: '',
  search: {
    ...patient('subject'),
    status: token(
      raw`case when r.ended = 'cancelled' then 'revoked' when r.ended is not null or r."fittedDate" is not null then 'completed'
        else 'active' end`,
      statusSystem,
    ),
    intent: always('order', 'http://hl7.org/fhir/request-intent'),
    'authored-on': { kind: 'date', from: of('askedDate') },
  },
  toFhir: (row) => {
    const notes = [
      row.orderedDate === null ? null : `Ordered on ${row.orderedDate}`,
      row.reviewedDate === null ? null : `Reviewed on ${row.reviewedDate}`,
      row.dueBackDate === null ? null : `Due back on ${row.dueBackDate}`,
      row.ended === null ? null : equipmentEnds.find(({ code }) => code === row.ended)?.title,
      row.endedDate === null ? null : `Ended on ${row.endedDate}`,
    ]
    return filled({
      resourceType: 'DeviceRequest',
      basedOn: [refer('ServiceRequest', `referral-${row.pathwayId}`)],
      status:
        row.ended === 'cancelled'
          ? 'revoked'
          : row.ended !== null || row.fittedDate !== null
            ? 'completed'
            : 'active',
      intent: 'order',
      codeCodeableConcept: {
        text: [row.names.equipment, words(row.other)].filter((part) => part !== undefined).join(': '),
      },
      subject: aPatient(row.patientId),
      occurrencePeriod: period(row.fittedDate),
      authoredOn: row.askedDate,
      note: notes.flatMap((note) => (note == null ? [] : [{ text: note }])),
    })
  },
  fields: {
    equipmentId: 'code.text',
    other: 'code.text',
    askedDate: 'authoredOn',
    orderedDate: 'note.text',
    fittedDate: 'occurrence.start',
    reviewedDate: 'note.text',
    dueBackDate: 'note.text',
    ended: 'status',
    endedDate: 'note.text',
  },
})
