import { screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { administrator, beSignedIn, quietService, renderSite } from '../../testing/renderSite.tsx'
beforeEach(() => beSignedIn(administrator))
test('another list’s add form begins as its own', async () => {
  quietService({})
  const site = renderSite('/falls/location/edit/0')
  const name = await screen.findByLabelText('Name')
  await act(() => site.navigate({ to: '/falls/role/edit/0' } as never))
  await screen.findByRole('heading', { level: 1, name: 'Add Role' })
  expect(screen.getByLabelText('Name')).not.toBe(name)
  expect(screen.getAllByRole('radio').filter((each) => (each as HTMLInputElement).checked)).toHaveLength(1)
})
