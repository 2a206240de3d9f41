import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaPathway } from '../../testing/patients.ts'
import { patientService } from '../../testing/patientService.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

test('CS-1: the pathway in the address is asked for as one of the patient in the address', async () => {
  beSignedIn(clinician)
  const seen = patientService()
  renderSite('/falls/pathway/view?id=21&patientId=11')
  await screen.findByRole('heading', { name: 'Referral' })
  expect(seen.find(({ path }) => path === '/api/pathway/get')?.query).toEqual({ id: '21', patientId: '11' })
})

test('the form of another pathway begins with what is stored there, not with what stood in the first', async () => {
  beSignedIn(clinician)
  patientService({
    '/api/pathway/get': ({ query }) =>
      json({
        ...ednaPathway,
        pathway: { ...ednaPathway.pathway, id: Number(query['id']), comments: `Of pathway ${query['id']}` },
      }),
  })
  const site = renderSite('/falls/pathway/comments?id=21&patientId=11')
  expect(await screen.findByLabelText('Comments')).toHaveValue('Of pathway 21')
  // The first pathway is cached by then, so nothing is loaded in between.
  for (const id of [22, 21]) {
    await site.navigate({ to: '/falls/pathway/comments', search: { id, patientId: 11 } })
    await waitFor(() => expect(screen.getByLabelText('Comments')).toHaveValue(`Of pathway ${id}`))
  }
})
