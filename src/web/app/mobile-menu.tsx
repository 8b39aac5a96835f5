import { useEffect } from 'react'
import type { User } from '#contract/accounts/account.ts'
import { openCancelPrompt } from '../features/billing/billing-dialogs.store.ts'
import { canCancel } from '../features/plans/plan-state.ts'
import { ownListLinks, paths } from '../shared/paths.ts'
import { useLogout } from '../shared/session/use-logout.ts'
import { Button } from '../shared/ui/button.tsx'
import { HeaderLink, headerLinkClass, userLinks, visitorLinks } from './header-links.tsx'

const signInLinks = [
  { href: paths.login, label: 'Log in' },
  { href: paths.register, label: 'Sign up' },
]

export function MobileMenu({ user, onClose }: { user: User | null; onClose: () => void }) {
  const logout = useLogout()
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [onClose])
  const askToCancel = () => {
    onClose()
    openCancelPrompt()
  }
  return (
    <nav
      id="mobile-menu"
      aria-label="Menu"
      className="absolute inset-x-0 top-full flex max-h-[calc(100dvh-3.5rem)] animate-fade flex-col overflow-y-auto border-b border-line bg-raised p-3 shadow-float md:hidden"
    >
      {(user ? userLinks : [...visitorLinks, ...signInLinks]).map(link => (
        <HeaderLink key={link.label} {...link} isLarge onClick={onClose} />
      ))}
      {user && ownListLinks.map(link => <HeaderLink key={link.href} {...link} isLarge onClick={onClose} />)}
      {user && canCancel(user) && (
        <button type="button" className={headerLinkClass({ isLarge: true })} onClick={askToCancel}>
          Cancel Subscription
        </button>
      )}
      {user?.isAdmin && <HeaderLink href={paths.admin} label="Admin Dashboard" isLarge onClick={onClose} />}
      {user && (
        <Button
          className="mt-2"
          size="lg"
          isLoading={logout.isPending}
          onClick={() => logout.mutate(undefined, { onSuccess: onClose })}
        >
          Logout
        </Button>
      )}
    </nav>
  )
}
