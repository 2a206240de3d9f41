import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { occasionTitle, recipientTitle } from '../../../../contract/care/letters/recipients.ts'
import { StackedTable } from '../../../platform/ui/StackedTable.tsx'
import { LoadingOrFailed } from '../../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { allTemplatesQuery } from '../letterQueries.ts'

/** All letter templates, including inactive ones. */
export const TemplatesScreen = () => {
  const { data: templates, error, refetch } = useQuery(allTemplatesQuery)
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Letter templates</PageTitle>
        <Link className="sf-button" to="/falls/letter-template/$templateId" params={{ templateId: '0' }}>
          Add template
        </Link>
      </div>
      {templates === undefined ? (
        <LoadingOrFailed what="templates" shape="list" error={error} refetch={refetch} />
      ) : (
        <div className="sf-card sf-scroll" role="region" aria-label="List of templates" tabIndex={0}>
          <StackedTable
            rows={templates}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Name', cell: ({ name }) => name },
              { title: 'Recipient', cell: ({ recipient }) => recipientTitle(recipient) },
              { title: 'Occasion', cell: ({ occasion }) => occasionTitle(occasion) },
              { title: 'Is Active', cell: ({ isActive }) => (isActive ? 'Yes' : 'No') },
            ]}
            showsAction
            action={({ id, name }) => (
              <Link
                className="sf-button"
                to="/falls/letter-template/$templateId"
                params={{ templateId: String(id) }}
                aria-label={`Edit ${name}`}
              >
                Edit
              </Link>
            )}
          />
        </div>
      )}
    </>
  )
}
