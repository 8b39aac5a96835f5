import type { ComponentProps } from 'react'
import type { User } from '#contract/accounts/account.ts'
import { initialsOf } from './header-links.tsx'

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
