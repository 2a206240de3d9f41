import { useQueryClient } from '@tanstack/react-query'

export const workKey = ['visitWork']

/** Reads again what waits, after something about it was decided. */
export const useForgetWork = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: workKey })
}
