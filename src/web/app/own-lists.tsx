import { lazyCode } from '../shared/lazy-code.tsx'
import { MenuOnDemand } from './menu-on-demand.tsx'
import { OwnListsButton } from './own-lists-button.tsx'

const load = () => import('./own-lists-menu.tsx')
const OwnListsMenu = lazyCode(load)

export const OwnLists = () => (
  <MenuOnDemand load={load} renderButton={props => <OwnListsButton {...props} />}>
    <OwnListsMenu />
  </MenuOnDemand>
)
