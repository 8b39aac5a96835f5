import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { MissingPart } from '../shared/api/lazy-part.tsx'
import { paths, signInAddress } from '../shared/paths.ts'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'
import { PageSpinner } from '../shared/ui/spinner.tsx'

/** Contains the screen. Navigation moves the focus here and scrolls to the top, except for back and forward. */
export function Main({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const seenPath = useRef(path)
  const isHistoryMove = useRef(false)

  useEffect(() => {
    const note = () => {
      // A link to an anchor on the same page also fires this event.
      isHistoryMove.current = location.pathname !== seenPath.current
    }
    addEventListener('popstate', note)
    return () => removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    if (seenPath.current === path) return
    const isRedirect = path === paths.auth && signInAddress.test(seenPath.current)
    seenPath.current = path
    // A field of the form may already have the focus.
    if (isRedirect) return
    main.current?.focus({ preventScroll: true })
    if (!isHistoryMove.current) scrollTo({ top: 0, behavior: 'instant' })
    isHistoryMove.current = false
  }, [path])

  // At least as high as the window, so the footer does not move when the content is taller than its placeholder.
  return (
    <main id="main" ref={main} tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] print:min-h-0">
      <ErrorBoundary key={signInAddress.test(path) ? paths.auth : path} fallback={pageMissing}>
        <Suspense fallback={<PageSpinner />}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  )
}

const pageMissing = (error: Error) => <MissingPart what="This page" error={error} />
