import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { queryClient } from '../queryClient.ts'
import { safeRedirect } from '../redirect.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { useGoOn } from './useGoOn.ts'

/** What the service knows besides user name and password: loaded after these, for few have it. */
export const OtherWaysIn = () => {
  const goOn = useGoOn()
  const { redirect } = useSearch({ from: '/login' })
  return (
    <QueryClientProvider client={queryClient}>
      <PasskeySignIn onDone={goOn} />
      <ProviderSignIn redirect={safeRedirect(redirect)} />
    </QueryClientProvider>
  )
}
