import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#contract/accounts/account.ts'
import { paths } from '../shared/paths.ts'
import { PageLink } from '../shared/ui/links.tsx'

type HeaderLinkProps = { href: string; label: string; isLarge?: boolean; onClick?: () => void }

export const headerLinkClass = ({ isCurrent = false, isLarge = false }) =>
  clsx(
    'inline-flex items-center rounded-md font-medium whitespace-nowrap transition-colors hover:bg-sunken hover:text-ink',
    isCurrent ? 'text-ink' : 'text-ink-2',
    isLarge ? 'h-11 px-3 text-base' : 'h-9 px-3 text-sm touch:h-11',
  )

export function HeaderLink({ href, label, isLarge = false, onClick }: HeaderLinkProps) {
  const [path] = useLocation()
  const isCurrent = path === href
  return (
    <PageLink
      href={href}
      className={headerLinkClass({ isCurrent, isLarge })}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      {label}
    </PageLink>
  )
}

export const visitorLinks = [
  { href: paths.home, label: 'Home' },
  { href: paths.features, label: 'Features' },
  { href: paths.pricing, label: 'Pricing' },
]
export const userLinks = [
  { href: paths.dashboard, label: 'Dashboard' },
  { href: paths.leads, label: 'My Leads' },
  { href: paths.subscription, label: 'Subscription' },
  { href: paths.profile, label: 'Profile' },
]

export const OwnListsButton = (props: ComponentProps<'button'>) => (
  <button type="button" aria-haspopup="menu" {...props} className={headerLinkClass({})}>
    Your Lists
    <ChevronDown className="ml-1 size-4" />
  </button>
)

export const AvatarButton = ({ user, ...props }: ComponentProps<'button'> & { user: User }) => (
  <button
    type="button"
    aria-haspopup="menu"
    {...props}
    className="flex size-9 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink transition-shadow hover:ring-2 hover:ring-line touch:size-11"
  >
    <span aria-hidden="true">{initialsOf(user)}</span>
    <span className="sr-only">My Account</span>
  </button>
)

/** The initials of first and last name, or the first two letters of the username, in capitals. */
function initialsOf({ firstName, lastName, username }: User): string {
  const letters = firstName && lastName ? firstLetter(firstName) + firstLetter(lastName) : username.slice(0, 2)
  return letters.toUpperCase()
}
const firstLetter = (name: string): string => Array.from(name)[0] ?? ''
