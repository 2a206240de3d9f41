import { queryOptions } from '@tanstack/react-query'
import { getClient, listClients } from '../../../contract/exchange/client.ts'
import { listSubscriptions } from '../../../contract/exchange/subscription.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

const key = 'fhirClients'

export const clientsQuery = queryOptions({
  queryKey: [key, 'all'],
  queryFn: () => call(listClients, {}),
  staleTime: 0,
})

export const clientQuery = (id: number) =>
  queryOptions({ queryKey: [key, 'one', id], queryFn: () => call(getClient, { id }), staleTime: 0 })

export const subscriptionsQuery = (clientId: number) =>
  queryOptions({
    queryKey: [key, 'subscriptions', clientId],
    queryFn: () => call(listSubscriptions, { clientId }),
    staleTime: 0,
  })

export const forgetClients = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [key] })
