import clsx from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useBackCloses } from './back-closes.ts'
import { Button, buttonClass } from './button.tsx'
import { ancestorsOf, focusNearby } from './focus-nearby.ts'
import { useOpenLayer } from './open-layers.ts'

type DialogProps = {
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  isWide?: boolean
  /** The dialog is a panel beside the page if there is room, and the page stays usable. */
  isPanel?: boolean
  /** True while a request is running. The dialog cannot be closed then, because the user may need to see the result. */
  isBusy?: boolean
  /** True if the content is never shown again. Escape and a click outside do not close it then. */
  isShownOnce?: boolean
  /**
   * True if another overlay, such as the bank's card check, may open above the dialog. The library would block keys and
   * clicks in that overlay, so the dialog is not modal and the page behind it is made inert.
   */
  mayBeCovered?: boolean
}

/** The second press of a double click, which opened the dialog, must not close it. */
const DOUBLE_CLICK_MS = 400

let lastOpener: Element | null = null
/** Fields with `data-waits` do not get the first focus, because the dialog was not opened for them. */
const toWrite =
  'input:not([hidden], [readonly], [type="radio"], [type="checkbox"], [data-waits]), textarea:not([data-waits])'
const toCopy = 'input[readonly]:not([hidden], [type="radio"], [type="checkbox"]), [data-copies]'

/** Focuses the first field to fill in, or to copy from. If there is none, the library focuses the first control. */
function focusFirstField(event: Event): void {
  const dialog = event.currentTarget as HTMLElement | null
  const field = dialog?.querySelector<HTMLElement>(toWrite) ?? dialog?.querySelector<HTMLElement>(toCopy)
  if (field == null) return
  event.preventDefault()
  field.focus()
}

/** The control, or the one that has replaced it: a list renders its leads anew if its number of columns changes. */
function asDrawnNow(control: HTMLElement): HTMLElement {
  const lead = control.isConnected ? null : control.closest<HTMLElement>('[data-lead]')
  const place = [...(lead?.querySelectorAll('a, button') ?? [])].indexOf(control)
  const now = document.querySelector(`[data-lead="${lead?.dataset.lead ?? ''}"]`)
  return now?.querySelectorAll<HTMLElement>('a, button')[place] ?? control
}

/**
 * Traps the focus while open and returns it when closed. The backdrop is our own element, because Radix's Overlay adds
 * a style element, which the content security policy blocks.
 */
export function Dialog({
  onClose,
  title,
  description,
  children,
  footer,
  isWide = false,
  isPanel = false,
  isBusy = false,
  isShownOnce = false,
  mayBeCovered = false,
}: DialogProps) {
  const opener = useRef<Element>(null)
  const around = useRef<HTMLElement[]>([])
  const openedAt = useRef(0)
  // If all buttons are disabled, the library's focus trap would let Tab move to the page behind.
  useInertPage(mayBeCovered || isBusy)
  const isBeside = useHasRoomBeside() && isPanel
  const leave = () => isBusy || onClose()
  useOpenLayer(true, () => isShownOnce || leave())
  // The bank's card check may add history entries of its own.
  useBackCloses(!mayBeCovered, leave)
  return (
    <Radix.Root open modal={!mayBeCovered && !isBeside} onOpenChange={open => open || leave()}>
      <Radix.Portal>
        {!isBeside && <div className="fixed inset-0 z-40 animate-fade bg-black/45 backdrop-blur-[1px]" />}
        <Radix.Content
          aria-modal={!isBeside}
          data-beside={isBeside || undefined}
          onOpenAutoFocus={event => {
            openedAt.current = performance.now()
            // If a dialog replaces another, it returns the focus to what opened the first one.
            if (document.activeElement !== document.body) lastOpener = document.activeElement
            opener.current = lastOpener
            around.current = lastOpener === null ? [] : ancestorsOf(lastOpener)
            focusFirstField(event)
          }}
          onCloseAutoFocus={event => {
            // Radix only returns the focus to its own triggers.
            event.preventDefault()
            const back = opener.current instanceof HTMLElement ? asDrawnNow(opener.current) : null
            back?.focus()
            if (document.activeElement !== back) focusNearby(around.current)
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onEscapeKeyDown={event => isShownOnce && event.preventDefault()}
          onInteractOutside={event => {
            const isDoubleClick = performance.now() - openedAt.current < DOUBLE_CLICK_MS
            if (mayBeCovered || isShownOnce || isBeside || isDoubleClick) event.preventDefault()
          }}
          className={clsx(
            isBeside
              ? panelClass
              : 'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[min(92dvh,calc(100dvh-var(--toast-height,0px)))] w-full flex-col rounded-t-xl border border-line bg-raised shadow-float data-[state=closed]:animate-sink data-[state=open]:animate-rise low:overflow-y-auto sm:top-1/2 sm:bottom-auto sm:max-h-[min(86dvh,max(60dvh,calc(100dvh-2*var(--toast-height,0px))))] wrap-anywhere sm:-translate-y-1/2 sm:rounded-xl',
            // At these widths, toasts are beside the dialog and do not cover it.
            !isBeside && (isWide ? 'sm:max-w-2xl 2xl:max-h-[86dvh]' : 'sm:max-w-md xl:max-h-[86dvh]'),
          )}
        >
          <div className={clsx('flex items-start gap-4 px-5 pt-5', children === undefined ? 'pb-5' : 'pb-3')}>
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold tracking-tight text-balance">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-sm text-ink-2">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close dialog"
              disabled={isBusy}
              className={buttonClass({ variant: 'ghost', size: 'icon', className: '-mt-1.5 -mr-2' })}
            >
              <X className="size-4" />
            </Radix.Close>
          </div>
          {children !== undefined && <DialogBody>{children}</DialogBody>}
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 rounded-b-xl border-t border-line px-5 py-3.5">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type DialogChoiceProps = ComponentProps<typeof Button> & { cancel?: string; onCancel: () => void }

/** The footer of a dialog: a way out, and the action, whose button gets the other properties. */
export const DialogChoice = ({ cancel = 'Cancel', onCancel, isLoading = false, ...action }: DialogChoiceProps) => (
  <>
    <Button disabled={isLoading} onClick={onCancel}>
      {cancel}
    </Button>
    <Button variant="primary" isLoading={isLoading} {...action} />
  </>
)

/** At the right edge of the window, below the header and in front of the page. */
const panelClass =
  'fixed top-14 right-0 bottom-0 z-20 flex w-(--panel-width) flex-col border-l border-line bg-raised shadow-float wrap-anywhere data-[state=closed]:animate-sink data-[state=open]:animate-slide-in print:hidden'

const room = '(min-width: 80rem) and (min-height: 30rem)'
function onRoom(onChange: () => void): () => void {
  const media = matchMedia(room)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
const useHasRoomBeside = (): boolean =>
  useSyncExternalStore(
    onRoom,
    () => matchMedia(room).matches,
    () => false,
  )

function useInertPage(isInert: boolean): void {
  useEffect(() => {
    const page = document.getElementById('root')
    if (!isInert || !page) return undefined
    page.inert = true
    return () => {
      page.inert = false
    }
  }, [isInert])
}

/** The content of a dialog. If it scrolls, it can be focused for scrolling with the keyboard. */
function DialogBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    const element = body.current
    if (element === null) return undefined
    const sizes = new ResizeObserver(() => setScrolling(element.scrollHeight > element.clientHeight))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return (
    <div
      ref={body}
      {...(isScrolling ? { tabIndex: 0 } : {})}
      className="min-h-0 overflow-y-auto px-5 pt-1 pb-5 low:min-h-fit low:overflow-visible"
    >
      {children}
    </div>
  )
}
