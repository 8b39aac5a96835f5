import clsx from 'clsx'
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, createContext, type ReactNode, use, useRef, useState } from 'react'
import { useKey } from '../use-key.ts'
import { isLayerOpen, useOpenLayer } from './open-layers.ts'

type OpenMenu = {
  /** While a closed menu fades, a second click must not choose again. */
  isOpen: boolean
  /** Called with what opens after the menu has closed. */
  onChoice: (opens: (() => void) | undefined) => void
}
const OpenMenu = createContext<OpenMenu>({ isOpen: false, onChoice: () => {} })

type MenuProps = {
  trigger: ReactNode
  isOpenAtFirst?: boolean
  /** A key that opens the menu if no dialog or menu is open. */
  shortcut?: string
  children: ReactNode
}

/**
 * The menu is not modal, because a modal Radix menu adds a style element, which the content security policy blocks. It
 * is not in a portal, so that screen readers find it within its landmark.
 */
export function Menu({ trigger, isOpenAtFirst = false, shortcut, children }: MenuProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const next = useRef<() => void>(undefined)
  const onChoice: OpenMenu['onChoice'] = opens => (next.current = opens)
  useOpenLayer(isOpen, () => setOpen(false))
  useKey(shortcut, () => {
    if (!isLayerOpen()) setOpen(true)
  })
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={() => {
          next.current?.()
          next.current = undefined
        }}
        className="z-50 max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] max-w-(--radix-dropdown-menu-content-available-width) min-w-[min(13rem,var(--radix-dropdown-menu-content-available-width))] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float data-[state=closed]:animate-sink data-[state=open]:animate-rise"
      >
        <OpenMenu value={{ isOpen, onChoice }}>{children}</OpenMenu>
      </Radix.Content>
    </Radix.Root>
  )
}

const itemClass =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1 text-sm wrap-anywhere text-ink outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3'

type MenuItemProps = ComponentProps<typeof Radix.Item> & {
  /** Opens a dialog, after the menu has closed and returned the focus. */
  opens?: () => void
}

export function MenuItem({ className, onSelect, opens, ...props }: MenuItemProps) {
  const { isOpen, onChoice } = use(OpenMenu)
  return (
    <Radix.Item
      {...props}
      onSelect={event => {
        if (!isOpen) return
        onChoice(opens)
        onSelect?.(event)
      }}
      className={clsx(itemClass, className)}
    />
  )
}

/** A menu item with a checkbox. The menu stays open, so that the user can change several items. */
export const MenuCheckbox = ({ children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) => (
  <Radix.CheckboxItem {...props} onSelect={event => event.preventDefault()} className={itemClass}>
    <span className="flex size-4 items-center justify-center rounded-sm border border-line-strong">
      <Radix.ItemIndicator>
        <Check />
      </Radix.ItemIndicator>
    </span>
    {children}
  </Radix.CheckboxItem>
)
export const MenuLabel = ({ className, ...props }: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label {...props} className={clsx('px-2 py-1.5 text-xs font-medium text-ink-3', className)} />
)
export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />
