import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { showToast } from '../toast/toast.store.ts'
import { useUser } from './session-user.tsx'

type GuardedProps = { Screen: ComponentType }
const Guarded = ({ Screen }: GuardedProps) => (useUser().isAdmin ? <Screen /> : <AccessDenied />)

export const adminOnly = (Screen: ComponentType) => () => <Guarded Screen={Screen} />

function AccessDenied() {
  const [, navigate] = useLocation()
  useEffect(() => {
    showToast({
      title: 'Access Denied',
      description: "You don't have permission to access the admin dashboard.",
      variant: 'destructive',
    })
    navigate(paths.home, { replace: true })
  }, [navigate])
  return null
}
