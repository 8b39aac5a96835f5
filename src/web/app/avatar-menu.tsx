import { CircleX, CreditCard, LogOut, Shield, User as UserIcon } from 'lucide-react'
import { useLocation } from 'wouter'
import type { User } from '#contract/account.ts'
import { paths } from '../shared/paths.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../shared/ui/menu.tsx'
import { canCancel, initialsOf } from './header-links.ts'
import { useLogout } from './use-logout.ts'

export default function AvatarMenu({ user }: { user: User }) {
  const [, navigate] = useLocation()
  const logout = useLogout()
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex size-9 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink transition-shadow hover:ring-2 hover:ring-line touch:size-11"
        >
          <span aria-hidden="true">{initialsOf(user)}</span>
          <span className="sr-only">My Account</span>
        </button>
      }
    >
      <MenuLabel>
        My Account
        <span className="block max-w-60 truncate text-sm font-normal text-ink">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
      <MenuItem onSelect={() => navigate(paths.profile)}>
        <UserIcon aria-hidden="true" /> Profile
      </MenuItem>
      <MenuItem onSelect={() => navigate(paths.subscription)}>
        <CreditCard aria-hidden="true" /> Manage Subscription
      </MenuItem>
      {canCancel(user) && (
        <MenuItem onSelect={() => navigate(paths.subscription)}>
          <CircleX aria-hidden="true" /> Cancel Subscription
        </MenuItem>
      )}
      {user.isAdmin && (
        <>
          <MenuSeparator />
          <MenuLabel>Admin</MenuLabel>
          <MenuItem onSelect={() => navigate(paths.admin)}>
            <Shield aria-hidden="true" /> Admin Dashboard
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem disabled={logout.isPending} onSelect={() => logout.mutate()}>
        <LogOut aria-hidden="true" /> Log out
      </MenuItem>
    </Menu>
  )
}
