import { telephoneLink } from '../../../../contract/platform/fields/telephone.ts'
import { html, type Html } from './html.ts'

/** How the service calls itself on its letters, and the number to ring. */
export interface ServiceNamed {
  name: string
  telephone: string | null
}

/** The number as a link that a telephone can dial. @param without what stands there if there is no number */
export const ringLink = ({ telephone }: ServiceNamed, without = 'the service'): Html => {
  if (telephone === null) return html`${without}`
  const link = telephoneLink(telephone)
  return link === null
    ? html`<span class="whole-number">${telephone}</span>`
    : html`<a class="whole-number" href="${link}">${telephone}</a>`
}
