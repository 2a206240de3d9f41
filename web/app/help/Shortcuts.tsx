import { shortcuts } from './shortcuts.ts'

export const Shortcuts = () => (
  <table className="sf-table sf-help__keys">
    <caption className="nhsuk-u-visually-hidden">Keyboard shortcuts</caption>
    <thead>
      <tr>
        <th scope="col">Key</th>
        <th scope="col">What it does</th>
      </tr>
    </thead>
    <tbody>
      {shortcuts.map(({ keys, does }) => (
        <tr key={keys}>
          <th scope="row">
            <kbd>{keys}</kbd>
          </th>
          <td>{does}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
