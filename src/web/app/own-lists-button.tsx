import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { headerLinkClass } from './header-links.tsx'

export const OwnListsButton = (props: ComponentProps<'button'>) => (
  <button type="button" aria-haspopup="menu" {...props} className={headerLinkClass({})}>
    Your Lists
    <ChevronDown className="ml-1 size-4" />
  </button>
)
