import { useLocation } from 'wouter'
import type { LoginInput, login, RegisterInput, register } from '#contract/accounts/account.ts'
import type { Tier } from '#contract/plans.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { addressOf, call } from '../../shared/api/call.ts'
import { showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { useSetUser } from '../../shared/session/session.queries.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { useFirstPage } from '../../shared/use-first-page.ts'

// Declared without their schemas, so that the page does not load the validation library.
const loginCall = addressOf<typeof login>({ method: 'POST', path: '/api/login' })
const registerCall = addressOf<typeof register>({ method: 'POST', path: '/api/register' })

export function useLogin() {
  const setUser = useSetUser()
  const firstPage = useFirstPage()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (body: LoginInput) => call(loginCall, { body }),
    onSuccess: user => {
      setUser(user)
      navigate(firstPage(user))
    },
    onError: error => {
      // Not a failure: the form now asks for the code.
      if (problemOf(error)?.errorType !== 'TWO_FACTOR_REQUIRED') showError('Login failed', error)
    },
  })
}

/** `tier` is the plan that was chosen before registering. The dashboard offers it if it is a paid one. */
export function useRegister(tier: Tier | undefined) {
  const setUser = useSetUser()
  const firstPage = useFirstPage()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (body: RegisterInput) => call(registerCall, { body }),
    onSuccess: user => {
      setUser(user)
      navigate(firstPage(user), { state: { isNew: true, offered: tier } })
      showToast({ title: 'Registration successful', description: 'Your account has been created.' })
    },
    failure: 'Registration failed',
  })
}
