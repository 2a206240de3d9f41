import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { occasionTitle, recipientTitle } from '../../../../contract/care/letters/recipients.ts'
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
          <table className="sf-table sf-table--stacks" role="table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Recipient</th>
                <th scope="col">Occasion</th>
                <th scope="col">Is Active</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {templates.map(({ id, name, recipient, occasion, isActive }) => (
                <tr key={id} role="row">
                  <td role="cell" data-label="Name">
                    {name}
                  </td>
                  <td role="cell" data-label="Recipient">
                    {recipientTitle(recipient)}
                  </td>
                  <td role="cell" data-label="Occasion">
                    {occasionTitle(occasion)}
                  </td>
                  <td role="cell" data-label="Is Active">
                    {isActive ? 'Yes' : 'No'}
                  </td>
                  <td role="cell" className="sf-table__action">
                    <Link
                      className="sf-button"
                      to="/falls/letter-template/$templateId"
                      params={{ templateId: String(id) }}
                      aria-label={`Edit ${name}`}
                    >
                      Edit
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
