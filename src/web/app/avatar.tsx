import { lazy } from 'react'
import type { User } from '#contract/accounts/account.ts'
import { AvatarButton } from './avatar-button.tsx'
import { MenuOnDemand } from './menu-on-demand.tsx'

const load = () => import('./avatar-menu.tsx')
const AvatarMenu = lazy(load)

export const Avatar = ({ user }: { user: User }) => (
  <MenuOnDemand load={load} renderButton={props => <AvatarButton user={user} {...props} />}>
    <AvatarMenu user={user} />
  </MenuOnDemand>
)
