import clsx from 'clsx'
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react'
import { useKey } from '../use-key.ts'
import { isLayerOpen, useOpenLayer } from './open-layers.ts'

/** Whether the menu is open. While a closed one fades, a second click must not choose again. */
const IsOpen = createContext(true)

type MenuProps = {
  trigger: ReactNode
  isOpenAtFirst?: boolean
  /** Called after the menu has closed and returned the focus, which is the right time to open a dialog. */
  onClosed?: () => void
  /** A key that opens the menu if no dialog or menu is open. */
  shortcut?: string
  children: ReactNode
}

/**
 * The menu is not modal, because a modal Radix menu adds a style element, which the content security policy blocks. It
 * is not in a portal, so that screen readers find it within its landmark.
 */
export function Menu({ trigger, isOpenAtFirst = false, onClosed, shortcut, children }: MenuProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
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
        onCloseAutoFocus={onClosed}
        className="z-50 max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] max-w-(--radix-dropdown-menu-content-available-width) min-w-[min(13rem,var(--radix-dropdown-menu-content-available-width))] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float data-[state=closed]:animate-sink data-[state=open]:animate-rise"
      >
        <IsOpen value={isOpen}>{children}</IsOpen>
      </Radix.Content>
    </Radix.Root>
  )
}

const itemClass =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1 text-sm wrap-anywhere text-ink outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3'

export function MenuItem({ className, onSelect, ...props }: ComponentProps<typeof Radix.Item>) {
  const isOpen = useContext(IsOpen)
  return (
    <Radix.Item
      {...props}
      onSelect={event => {
        if (isOpen) onSelect?.(event)
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
