import type { ReportType } from '../../../contract/insight/report.ts'
import { ExportButton } from '../../platform/ui/ExportButton.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { usePaperSubject } from '../../platform/ui/paper.ts'
import { useIsPrinting } from '../../platform/ui/useIsPrinting.ts'
import { ReportFrame } from './ReportFrame.tsx'
import { ReportOnPaper } from './ReportOnPaper.tsx'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'

const files = ['pdf', 'csv', 'xlsx'] as const

interface DrawnReportProps {
  title: string
  html: string
  save: (type: Exclude<ReportType, 'html'>) => Promise<void>
}

/** A finished report: on screen, and to save as a file. */
export const RenderedReport = ({ title, html, save }: DrawnReportProps) => {
  const heading = useFocusedHeading(html)
  const isPrinting = useIsPrinting()
  usePaperSubject(title)
  return (
    <section className="sf-card sf-report" aria-labelledby="report">
      <div className="sf-report__head">
        <h2 className="nhsuk-heading-m" id="report" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <PrintButton />
        <ExportButton what="report" types={files} save={save} />
      </div>
      <ReportFrame title={title} html={html} />
      {isPrinting && <ReportOnPaper html={html} />}
    </section>
  )
}
