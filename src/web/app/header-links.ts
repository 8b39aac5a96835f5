import type { User } from '#contract/account.ts'
import { paths } from '../shared/paths.ts'

type HeaderLink = { href: string; label: string }

export const visitorLinks: HeaderLink[] = [
  { href: paths.home, label: 'Home' },
  { href: paths.features, label: 'Features' },
  { href: paths.pricing, label: 'Pricing' },
]
export const userLinks: HeaderLink[] = [
  { href: paths.dashboard, label: 'Dashboard' },
  { href: paths.leads, label: 'My Leads' },
  { href: paths.subscription, label: 'Subscription' },
  { href: paths.profile, label: 'Profile' },
]

/** The initials of first and last name, or the first two letters of the username, in capitals. */
export function initialsOf({
  firstName,
  lastName,
  username,
}: Pick<User, 'firstName' | 'lastName' | 'username'>): string {
  const letters = firstName && lastName ? firstLetter(firstName) + firstLetter(lastName) : username.slice(0, 2)
  return letters.toUpperCase()
}
const firstLetter = (name: string): string => Array.from(name)[0] ?? ''
