import { CircleX, CreditCard, LogOut, Shield, User as UserIcon } from 'lucide-react'
import { useLocation } from 'wouter'
import type { User } from '#contract/accounts/account.ts'
import { openCancelPrompt } from '../features/billing/billing-dialogs.store.ts'
import { canCancel } from '../features/plans/plan-state.ts'
import { paths } from '../shared/paths.ts'
import { useLogout } from '../shared/session/use-logout.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../shared/ui/menu.tsx'
import { AvatarButton } from './header-links.tsx'
import { OwnListItems } from './own-lists-menu.tsx'

export default function AvatarMenu({ user }: { user: User }) {
  const [, navigate] = useLocation()
  const logout = useLogout()
  return (
    <Menu isOpenAtFirst trigger={<AvatarButton user={user} />}>
      <MenuLabel>
        My Account
        <span className="block max-w-60 truncate text-sm font-normal text-ink">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
      <OwnListItems />
      <MenuSeparator />
      <MenuItem onSelect={() => navigate(paths.profile)}>
        <UserIcon /> Profile
      </MenuItem>
      <MenuItem onSelect={() => navigate(paths.subscription)}>
        <CreditCard /> Manage Subscription
      </MenuItem>
      {canCancel(user) && (
        <MenuItem opens={openCancelPrompt}>
          <CircleX /> Cancel Subscription
        </MenuItem>
      )}
      {user.isAdmin && (
        <>
          <MenuSeparator />
          <MenuLabel>Admin</MenuLabel>
          <MenuItem onSelect={() => navigate(paths.admin)}>
            <Shield /> Admin Dashboard
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem disabled={logout.isPending} onSelect={() => logout.mutate()}>
        <LogOut /> Log out
      </MenuItem>
    </Menu>
  )
}
