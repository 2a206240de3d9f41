import { Link, useSearch } from '@tanstack/react-router'
import { useRef, type ReactNode } from 'react'
import { pathwayMarkOf } from '../../../contract/stages/changes.ts'
import {
  formatDate,
  formatDateTime,
  formatYesNo,
  notRecorded,
  orNotRecorded,
} from '../../../contract/platform/words/format.ts'
import { formatUbrn } from '../../../contract/platform/fields/ubrn.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { Pathway } from '../../../contract/pathways/referral/pathway.ts'
import { vulnerabilityTitle } from '../../../contract/pathways/referral/vulnerability.ts'
import { FallsCalendarSection } from './FallsCalendarSection.tsx'
import { ClassesSection } from './ClassesSection.tsx'
import { DocumentsSection } from '../../pathways/documents/DocumentsSection.tsx'
import { History } from '../../platform/ui/History.tsx'
import { OwnerSection } from './OwnerSection.tsx'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { TwoOpen } from '../../patients/patient/TwoOpen.tsx'
import { useMay } from '../../platform/session/session.ts'
import { TasksSection } from './TasksSection.tsx'
import { ChangedNotice } from '../../platform/ui/ChangedNotice.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useFollowing } from '../../platform/ui/useFollowing.ts'
import { useScrollToSection } from '../../platform/ui/useScrollToSection.ts'
import { DeletedRecords } from './DeletedRecords.tsx'
import { usePathway, useShown } from '../../patients/frames/PathwayFrame.tsx'
import { KindSection, sectionKindsOf } from './recordSections.tsx'
import { ClosingLetters, LettersSection } from './LettersSection.tsx'
import { OwnPageSection } from './OwnPageSection.tsx'
import { LatestFigures } from './LatestFigures.tsx'
import { LeftListNotice } from './LeftListNotice.tsx'
import { OpenInApp } from './OpenInApp.tsx'
import { PathwayTools } from './PathwayTools.tsx'
import { Pairs, Section } from './Section.tsx'
import { SaidSection } from './SaidSection.tsx'
import { SectionIndex } from './SectionIndex.tsx'
import { StageStrip } from './StageStrip.tsx'
import { Timeline } from './Timeline.tsx'

/** The whole pathway on one page: stage, sections with Add in place, and the timeline. */
export const PathwayScreen = () => {
  const view = usePathway()
  const { pathway, patient, documents } = view
  const { section } = useSearch({ from: '/falls/pathway' })
  useScrollToSection(section)
  const area = useRef<HTMLDivElement>(null)
  const { isChanged, show } = useFollowing({
    area,
    readAt: useShown().readAt,
    concerns: ({ pathways }) => pathways.includes(pathwayMarkOf(pathway.id)),
    refetch: () => {
      for (const queryKey of [
        ['pathway'],
        ['owners'],
        ['classes', 'pathway', pathway.id],
        ['letters', 'pathway', pathway.id],
        ['fallsCalendar', pathway.id],
        ['told', 'pathway', pathway.id],
        ['today', 'tasks', pathway.id],
        ['today', 'said', pathway.id],
      ])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <>
      <div className="sf-pathway__top">
        <div className="sf-pathway__head">
          <PageTitle>Pathway</PageTitle>
          <Link to="/falls/patient/view" search={{ id: patient.id }}>
            Patient details
          </Link>
        </div>
        <PathwayTools />
      </div>
      <LeftListNotice />
      <OtherOpen />
      <StageStrip />
      <LatestFigures />
      <div className="sf-pathway" ref={area}>
        <SectionIndex />
        <div className="sf-pathway__sections">
          <ReferralSection />
          <OwnerSection />
          <SaidSection />
          <TasksSection />
          {sectionKindsOf(view).map((kind) => (
            <KindSection key={kind} kind={kind} />
          ))}
          <ClassesSection />
          <FallsCalendarSection />
          <LettersSection />
          <OwnPageSection />
          <DocumentsSection pathway={pathway} patient={patient} documents={documents} />
          <NotesSections />
          <ClosingSection />
          <DeletedRecords />
          <History kind="pathway" id={pathway.id} version={pathway.version} />
        </div>
        <Timeline />
      </div>
      <ChangedNotice what="pathway" isChanged={isChanged} onShow={show} />
    </>
  )
}

type ActionScreen =
  'in-error' | 'referral' | 'general' | 'comments' | 'consent' | 'cancel' | 'reinstate' | 'discharge'

/** A button that opens one of this pathway's screens. */
const Action = ({ to, label, children }: { to: ActionScreen; label?: string; children: ReactNode }) => {
  const { pathway, patient } = usePathway()
  return (
    <Link
      className="sf-button"
      to={`/falls/pathway/${to}`}
      search={{ id: pathway.id, patientId: patient.id }}
      aria-label={label}
    >
      {children}
    </Link>
  )
}

/** The patient's open referrals, including this one. */
const OtherOpen = () => {
  const { pathway, stage, otherOpen } = usePathway()
  if (!stage.open) return null
  const { id, patientId, referralDate } = pathway
  return (
    <TwoOpen
      patientId={patientId}
      referrals={[{ id, referralDate, stage: stage.stage }, ...otherOpen]}
      shownId={id}
    />
  )
}

const ReferralSection = () => {
  const { pathway, stage, incomingReferralId } = usePathway()
  const mayTriage = useMay('referral.triage')
  const may = useMay('pathway.write')
  return (
    <Section
      id="referral"
      title="Referral"
      action={
        <>
          <OpenInApp />
          {may && stage.open && (
            <Action to="referral" label="Edit referral">
              Edit
            </Action>
          )}
        </>
      }
    >
      <Pairs
        rows={[
          ['Referral date', formatDate(pathway.referralDate)],
          [labels.pathway.receivedDate, orNotRecorded(formatDate(pathway.receivedDate))],
          ['Referrer', orNotRecorded(pathway.names.referrer)],
          ['Method', orNotRecorded(pathway.names.referralMethod)],
          ...(pathway.ubrn === null
            ? []
            : ([[labels.pathway.ubrn, formatUbrn(pathway.ubrn)]] satisfies [string, string][])),
          ['Recorded', `${formatDateTime(pathway.recordedAt)} ${pathway.recordedBy ?? ''}`],
        ]}
      />
      {incomingReferralId != null && mayTriage && (
        <p>
          <Link to="/falls/incoming-referral" search={{ id: incomingReferralId }}>
            The referral as it was sent
          </Link>
        </p>
      )}
    </Section>
  )
}

const NotesSections = () => {
  const { pathway, flags } = usePathway()
  const { names, consentGiven, consentDate } = pathway
  const refusal = flags.find(({ kind }) => kind === 'consentRefused')
  const hasGeneral = pathway.generalNotes !== null || names.vasScale !== null
  const hasConsent = consentGiven !== null || consentDate !== null || refusal !== undefined
  const may = useMay('pathway.write')
  const edit = (to: ActionScreen, what: string) =>
    may && (
      <Action to={to} label={`Edit ${what}`}>
        Edit
      </Action>
    )
  return (
    <>
      <Section
        id="general"
        title="General"
        line={hasGeneral ? undefined : notRecorded}
        action={edit('general', 'general notes')}
      >
        {hasGeneral && (
          <Pairs
            rows={[
              ['General notes', <span className="sf-text">{orNotRecorded(pathway.generalNotes)}</span>],
              [
                'VAS scale',
                names.vasScale === null ? notRecorded : `${names.vasScale}: own rating of health, 0 to 100`,
              ],
            ]}
          />
        )}
      </Section>
      <Section
        id="comments"
        title="Comments"
        line={pathway.comments === null ? notRecorded : undefined}
        action={edit('comments', 'comments')}
      >
        {pathway.comments !== null && <p className="sf-text">{pathway.comments}</p>}
      </Section>
      <Section
        id="consent"
        title="Consent"
        note="to sharing"
        line={hasConsent ? undefined : notRecorded}
        action={edit('consent', 'consent')}
      >
        {hasConsent && (
          <Pairs
            rows={[
              ['Consent given', formatYesNo(consentGiven)],
              ['Consent date', formatDate(consentDate)],
              ...(refusal === undefined ? [] : [['Of the patient', refusal.text] as [string, string]]),
            ]}
          />
        )}
      </Section>
    </>
  )
}

/** How the pathway was closed, and what can still be done about it. */
const ClosingSection = () => {
  const { pathway, stage } = usePathway()
  const may = useMay('pathway.write')
  const mayDischarge = useMay('clinical.write')
  const { names } = pathway
  const isCancelled = pathway.cancelReferralDate !== null
  const isDischarged = pathway.dischargeDate !== null
  return (
    <Section
      id="closing"
      title={isCancelled ? 'Cancellation' : isDischarged ? 'Discharge' : 'Discharge or cancellation'}
      line={stage.open ? 'This referral is open.' : undefined}
      action={
        may && (
          <span className="sf-actions">
            {stage.open && mayDischarge && <Action to="discharge">Discharge</Action>}
            {stage.open && <Action to="cancel">Cancel referral</Action>}
            {stage.open && <Action to="in-error">Registered in error</Action>}
            {isCancelled && <Action to="reinstate">Reinstate</Action>}
            {isCancelled && (
              <Action to="cancel" label="Edit cancellation">
                Edit
              </Action>
            )}
            {isDischarged && <ClosingLetters occasion="discharge" />}
            {isCancelled && <ClosingLetters occasion="declined" />}
            {isDischarged && mayDischarge && (
              <Action to="discharge" label="Edit discharge">
                Edit
              </Action>
            )}
          </span>
        )
      }
    >
      {isCancelled && (
        <Pairs
          rows={[
            ['Cancellation date', formatDate(pathway.cancelReferralDate)],
            ['Reason', orNotRecorded(names.declinedReferral)],
            ['Team member', orNotRecorded(names.teamMember)],
          ]}
        />
      )}
      {isDischarged && (
        <Pairs
          rows={[
            ['Discharge date', formatDate(pathway.dischargeDate)],
            ['Reason', orNotRecorded(names.dischargeReason)],
            ['Clinician', orNotRecorded(names.dischargeClinician)],
            ['Discharged to', orNotRecorded(names.dischargedTo)],
            ...vulnerabilityOf(pathway),
          ]}
        />
      )}
    </Section>
  )
}

/** The answer given before the discharge, if the question was asked. */
const vulnerabilityOf = ({
  vulnerability,
  vulnerabilityNote,
}: Pick<Pathway, 'vulnerability' | 'vulnerabilityNote'>): [string, string][] =>
  vulnerability === null
    ? []
    : [
        [labels.pathway.vulnerability, vulnerabilityTitle(vulnerability)],
        ...(vulnerabilityNote === null
          ? []
          : [[labels.pathway.vulnerabilityNote, vulnerabilityNote] as [string, string]]),
      ]
