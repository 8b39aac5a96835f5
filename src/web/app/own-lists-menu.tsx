import { useLocation } from 'wouter'
import { ownListLinks } from '../shared/paths.ts'
import { Menu, MenuItem } from '../shared/ui/menu.tsx'
import { OwnListsButton } from './header-links.tsx'

const OwnListsMenu = () => (
  <Menu isOpenAtFirst trigger={<OwnListsButton />}>
    <OwnListItems />
  </Menu>
)
export default OwnListsMenu

/** The avatar's menu has these, too. */
export function OwnListItems() {
  const [, navigate] = useLocation()
  return ownListLinks.map(({ href, label }) => (
    <MenuItem key={href} onSelect={() => navigate(href)}>
      {label}
    </MenuItem>
  ))
}
