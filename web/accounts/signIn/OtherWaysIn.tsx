import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { inventedWords } from '../../../contract/platform/calls/demonstration.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { safeRedirect } from '../../platform/calls/redirect.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { signInMethodsQuery } from './signInMethods.ts'
import { useGoOn } from './useGoOn.ts'

/** The ways to sign in other than user name and password. Loaded after those, because few users have them. */
export const OtherWaysIn = () => {
  const goOn = useGoOn()
  const { redirect } = useSearch({ from: '/login' })
  return (
    <QueryClientProvider client={queryClient}>
      <InventedNotice />
      <PasskeySignIn onDone={goOn} />
      <ProviderSignIn redirect={safeRedirect(redirect)} />
    </QueryClientProvider>
  )
}

/** Positioned at the top, over the page, so that nothing moves once the service says that it is a demonstration. */
const InventedNotice = () =>
  useQuery(signInMethodsQuery).data?.demonstration === true && (
    <p className="sf-signin__invented">{inventedWords} Do not enter real ones.</p>
  )
