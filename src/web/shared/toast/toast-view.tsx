import clsx from 'clsx'
import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useIsPainted } from '../after-paint.ts'
import { closeTopLayer } from '../ui/open-layers.ts'
import { useBarHeights } from './bar-height.store.ts'
import { READ_WITHIN_MS, toastClass, toastDescription, toastPlace, toastTitle } from './plain-toast.tsx'
import { closeToast, type ShownToast } from './toast.store.ts'
import { TOAST_HEIGHT } from './use-as-bar.ts'

export default function ToastView({ toast }: { toast: ShownToast | undefined }) {
  const viewport = useRef<HTMLOListElement>(null)
  const id = toast?.id
  const barHeights = useBarHeights(useMemo(() => heightOfUsed(id), [id]))
  usePublishedHeight(viewport, toast !== undefined)
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={50}>
      {toast && <OneToast key={toast.id} toast={toast} viewport={viewport} />}
      <Toast.Viewport ref={viewport} hotkey={['F8']} className={toastPlace} style={barHeights} />
    </Toast.Provider>
  )
}

const TOAST_WIDTH = 420

/**
 * How far the top of the focused control is above the lower edge of the window; 0 if no toast would cover the control.
 * A dialog makes room for toasts itself.
 */
function heightOfUsed(id: number | undefined): number {
  const used = document.activeElement ?? document.body
  if (id === undefined || used.closest('[role=dialog]') !== null) return 0
  const { top, bottom, right, height } = used.getBoundingClientRect()
  const isNear = height < TOAST_HEIGHT && bottom > innerHeight - TOAST_HEIGHT && right > innerWidth - TOAST_WIDTH
  return isNear ? Math.max(0, innerHeight - top) : 0
}

type OneToastProps = { toast: ShownToast; viewport: RefObject<HTMLElement | null> }

/** Closes 5 s after it is painted, or with a swipe of 50 px to the right. F8 moves the focus to it. */
function OneToast({ toast: { id, title, description, variant }, viewport }: OneToastProps) {
  const isInToasts = (target: EventTarget | null) =>
    target instanceof Node && viewport.current?.contains(target) === true
  return (
    <Toast.Root
      duration={useIsPainted() ? READ_WITHIN_MS : Infinity}
      onOpenChange={open => open || closeToast(id)}
      // The library sends Escape to the toast first, but the key is meant for the dialog or menu that has the focus.
      onEscapeKeyDown={event => {
        if (!isInToasts(event.target) && closeTopLayer()) event.preventDefault()
      }}
      className={clsx(
        toastClass(variant),
        'data-[state=open]:animate-slide-in data-[swipe=end]:animate-slide-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
      )}
    >
      <div className="min-w-0 flex-1">
        <Toast.Title className={toastTitle}>{title}</Toast.Title>
        {description !== undefined && (
          <>
            {/* Otherwise, screen readers read both texts as one word. */}
            <span className="sr-only">. </span>
            <Toast.Description className={toastDescription}>{description}</Toast.Description>
          </>
        )}
      </div>
      <Toast.Close
        aria-label="Dismiss"
        className="-m-1.5 rounded-sm p-1.5 opacity-80 hover:opacity-100 touch:-m-3 touch:p-3.5"
      >
        <X className="size-4" />
      </Toast.Close>
    </Toast.Root>
  )
}

/** Publishes the toast's height: tall dialogs leave room for it. */
function usePublishedHeight(viewport: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const list = viewport.current
    if (!isShown || list === null) return undefined
    const sizes = new ResizeObserver(() => publishToastHeight(list.offsetHeight))
    sizes.observe(list)
    return () => {
      sizes.disconnect()
      publishToastHeight(0)
    }
  }, [viewport, isShown])
}

const LOOK_AGAIN_MS = 50
let publishedHeight = 0

/** Sets the room that dialogs leave for a toast. */
function publishToastHeight(pixels: number): void {
  publishedHeight = pixels
  applyHeight()
}

/** Resizes dialogs after the press, because a button that moves while it is pressed misses its click. */
function applyHeight(): void {
  if (document.querySelector('button:active') !== null) {
    setTimeout(applyHeight, LOOK_AGAIN_MS)
    return
  }
  const { style } = document.documentElement
  if (publishedHeight > 0) style.setProperty('--toast-height', `${publishedHeight}px`)
  else style.removeProperty('--toast-height')
}
