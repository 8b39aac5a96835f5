import clsx from 'clsx'
import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type RefObject, useEffect, useRef } from 'react'
import { closeTopLayer } from '../ui/open-layers.ts'
import { useBarHeight } from './bar-height.store.ts'
import { toastClass, toastDescription, toastPlace, toastTitle } from './plain-toast.tsx'
import { closeToast, type ShownToast } from './toast.store.ts'

/** A toast that closes after 5 s or a swipe of 50 px to the right. F8 moves the focus to it. */
export default function ToastView({ toast }: { toast: ShownToast | undefined }) {
  const viewport = useRef<HTMLOListElement>(null)
  const barHeight = useBarHeight()
  usePublishedHeight(viewport, toast !== undefined)
  const isInToasts = (target: EventTarget | null) =>
    target instanceof Node && viewport.current?.contains(target) === true
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Toast.Root
          key={toast.id}
          onOpenChange={open => open || closeToast(toast.id)}
          // The library sends Escape to the toast first, but the key is meant for the dialog or menu that has the
          // focus.
          onEscapeKeyDown={event => {
            if (!isInToasts(event.target) && closeTopLayer()) event.preventDefault()
          }}
          className={clsx(
            toastClass(toast.variant),
            'data-[state=open]:animate-slide-in data-[swipe=end]:animate-slide-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          )}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className={toastTitle}>{toast.title}</Toast.Title>
            {toast.description !== undefined && (
              <Toast.Description className={toastDescription}>{toast.description}</Toast.Description>
            )}
          </div>
          <Toast.Close
            aria-label="Dismiss"
            className="-m-1.5 rounded-sm p-1.5 opacity-80 hover:opacity-100 touch:-m-3 touch:p-3.5"
          >
            <X className="size-4" aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport ref={viewport} hotkey={['F8']} className={toastPlace} style={barHeight} />
    </Toast.Provider>
  )
}

/**
 * Publishes the toast's height. Tall dialogs leave room for it, above them on phones and below their buttons elsewhere.
 */
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
