import { getPrograms, stopPrograms } from '#contract/accounts/programs.ts'
import * as contract from '#contract/accounts/security.ts'
import { call } from '../../../shared/api/call.ts'
import { changeCached, pagedRead, read, setCached } from '../../../shared/api/reads.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { showToast } from '../../../shared/toast/toast.store.ts'

export const securityRead = read(['security'], 'Failed to load your two-factor settings', contract.getSecurity)
export const sessionsRead = read(['sessions'], 'Failed to fetch your sessions', contract.getSessions)
export const programsRead = read(['programs'], 'Failed to fetch your API keys and webhooks', getPrograms, undefined, {
  // Other pages change them.
  staleTime: 0,
})
export const eventsRead = pagedRead(
  ['account-events'],
  'Failed to fetch your security log',
  ({ cursor, signal }) => call(contract.getAccountEvents, { query: { limit: 20, cursor }, signal }),
  { gcTime: 0 },
)

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: contract.ChangePasswordInput) => call(contract.changePassword, { body }),
    onSuccess: (_reply, _input, client) => {
      showToast({ title: 'Password changed', description: 'All other sessions have ended.' })
      void client.invalidateQueries({ queryKey: sessionsRead.queryKey })
    },
  })

export const useEndSession = () => useEnding((id: number) => call(contract.endOneSession, { params: { id } }))

export const useEndOtherSessions = () => useEnding(() => call(contract.endOtherSessions))

const useEnding = <Asked = void>(end: (asked: Asked) => Promise<contract.SignedInDevice[]>) =>
  useMutation({
    mutationFn: end,
    onSuccess: (sessions, _input, client) => setCached(client, sessionsRead.queryKey, sessions),
    failure: 'Error',
    // The session may have ended anyway, here or elsewhere.
    onError: (_error, _input, client) => void client.invalidateQueries({ queryKey: sessionsRead.queryKey }),
  })

export const useStopPrograms = () =>
  useMutation({
    mutationFn: () => call(stopPrograms),
    onSuccess: (programs, _input, client) => {
      setCached(client, programsRead.queryKey, programs)
      for (const key of ['api-keys', 'webhooks']) void client.invalidateQueries({ queryKey: [key] })
      showToast({ title: 'All programs are stopped' })
    },
    failure: 'The programs were not stopped',
    // They may be stopped anyway.
    onError: (_error, _input, client) => void client.invalidateQueries({ queryKey: programsRead.queryKey }),
  })

export const useBeginTwoFactor = () =>
  useMutation({
    mutationFn: ({ currentPassword }: contract.PasswordInput) =>
      call(contract.beginTwoFactor, { body: { currentPassword } }),
  })

export const useConfirmTwoFactor = () =>
  useMutation({
    mutationFn: (code: string) => call(contract.confirmTwoFactor, { body: { code } }),
    onSuccess: (_reply, _input, client) => {
      // Not awaited, so the recovery codes appear immediately.
      for (const { queryKey } of [securityRead, sessionsRead]) void client.invalidateQueries({ queryKey })
    },
  })

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: (body: contract.BothFactorsInput) => call(contract.renewRecoveryCodes, { body }),
    onSuccess: (_reply, _input, client) => void client.invalidateQueries({ queryKey: securityRead.queryKey }),
  })

export const useRemoveTwoFactor = () =>
  useMutation({
    mutationFn: (body: contract.BothFactorsInput) => call(contract.removeTwoFactor, { body }),
    onSuccess: ({ message }, _input, client) => {
      showToast({ title: message })
      changeCached(client, securityRead.queryKey, known => ({
        ...known,
        twoFactor: { isOn: false, recoveryCodesLeft: 0 },
      }))
    },
  })

export const useDeleteAccount = () =>
  useMutation({
    mutationFn: ({ currentPassword }: contract.PasswordInput) =>
      call(contract.deleteAccount, { body: { currentPassword } }),
  })
