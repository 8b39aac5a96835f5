import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { getPrograms, stopPrograms } from '#contract/accounts/programs.ts'
import * as contract from '#contract/accounts/security.ts'
import { changeCached, setCached } from '../../../shared/api/cached-reads.ts'
import { call } from '../../../shared/api/call.ts'
import { failedTo, showError } from '../../../shared/api/failures.ts'
import { onePage } from '../../../shared/api/one-page.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { showToast } from '../../../shared/toast/toast.store.ts'

export const securityFailure = failedTo('Failed to load your two-factor settings')
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call(contract.getSecurity, { signal }),
  meta: { failure: securityFailure },
})
export const sessionsFailure = failedTo('Failed to fetch your sessions')
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(contract.getSessions, { signal }),
  meta: { failure: sessionsFailure },
})

export const programsFailure = failedTo('Failed to fetch your API keys and webhooks')
export const programsQuery = queryOptions({
  queryKey: ['programs'],
  queryFn: ({ signal }) => call(getPrograms, { signal }),
  // Other pages change them.
  staleTime: 0,
  meta: { failure: programsFailure },
})

export const eventsFailure = failedTo('Failed to fetch your security log')
export const eventsQuery = infiniteQueryOptions({
  queryKey: ['account-events'],
  queryFn: async ({ pageParam, signal }) =>
    onePage(await call(contract.getAccountEvents, { query: { limit: 20, cursor: pageParam }, signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.nextCursor,
  meta: { failure: eventsFailure },
})

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: contract.ChangePasswordInput) => call(contract.changePassword, { body }),
    onSuccess: () => {
      showToast({ title: 'Password changed', description: 'All other sessions have ended.' })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}

export const useEndSession = () => useEnding((id: number) => call(contract.endOneSession, { params: { id } }))

export const useEndOtherSessions = () => useEnding(() => call(contract.endOtherSessions))

function useEnding<Asked = void>(end: (asked: Asked) => Promise<contract.SignedInDevice[]>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: sessions => setCached(client, sessionsQuery.queryKey, sessions),
    onError: error => {
      // The session may have ended anyway, here or elsewhere.
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      showError('Error', error)
    },
  })
}

export function useStopPrograms() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(stopPrograms),
    onSuccess: programs => {
      setCached(client, programsQuery.queryKey, programs)
      for (const key of ['api-keys', 'webhooks']) void client.invalidateQueries({ queryKey: [key] })
      showToast({ title: 'All programs are stopped' })
    },
    onError: error => {
      // They may be stopped anyway.
      void client.invalidateQueries({ queryKey: programsQuery.queryKey })
      showError('The programs were not stopped', error)
    },
  })
}

export const useBeginTwoFactor = () =>
  useMutation({ mutationFn: (currentPassword: string) => call(contract.beginTwoFactor, { body: { currentPassword } }) })

export function useConfirmTwoFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(contract.confirmTwoFactor, { body: { code } }),
    onSuccess: () => {
      // Not awaited, so the recovery codes appear immediately.
      for (const { queryKey } of [securityQuery, sessionsQuery]) void client.invalidateQueries({ queryKey })
    },
  })
}

export function useRenewRecoveryCodes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: contract.BothFactorsInput) => call(contract.renewRecoveryCodes, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: securityQuery.queryKey }),
  })
}

export function useRemoveTwoFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: contract.BothFactorsInput) => call(contract.removeTwoFactor, { body }),
    onSuccess: ({ message }) => {
      showToast({ title: message })
      changeCached(client, securityQuery.queryKey, known => ({
        ...known,
        twoFactor: { isOn: false, recoveryCodesLeft: 0 },
      }))
    },
  })
}

export const useDeleteAccount = () =>
  useMutation({ mutationFn: (currentPassword: string) => call(contract.deleteAccount, { body: { currentPassword } }) })
