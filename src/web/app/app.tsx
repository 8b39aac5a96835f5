import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Router, useLocation } from 'wouter'
import { BillingDialogs } from '../features/billing/billing-dialogs.tsx'
import { addressValue, useAddressValue } from '../shared/address.ts'
import { MissingPart } from '../shared/api/lazy-part.tsx'
import { paths, signInAddress } from '../shared/paths.ts'
import { watchSession } from '../shared/session/session.queries.ts'
import { Toasts } from '../shared/toast/toasts.tsx'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'
import { PageSpinner } from '../shared/ui/spinner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Routes } from './routes.tsx'

/** Each Suspense boundary hydrates on its own, so a slow processor can respond to input between them. */
export function App({ client, url }: { client: QueryClient; url?: string }) {
  useEffect(() => watchSession(client), [client])
  return (
    // The build knows no query, so hydration must start without it.
    <Router ssrSearch="" {...(url === undefined ? {} : { ssrPath: url })}>
      <QueryClientProvider client={client}>
        <Suspense>
          <Header />
        </Suspense>
        <Main>
          <Routes />
        </Main>
        <Suspense>
          <Footer />
        </Suspense>
        <output id="said" className="sr-only" />
        <BillingDialogs />
        <Toasts />
      </QueryClientProvider>
    </Router>
  )
}

/**
 * Contains the screen. Navigation moves the focus here and scrolls to the top, except for back and forward. Each file of
 * the businesses that a user knows has a page, with the path of the list.
 */
function Main({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const page = path + useAddressValue('file')
  const main = useRef<HTMLElement>(null)
  const seenPage = useRef(page)
  const isHistoryMove = useRef(false)

  useEffect(() => {
    const note = () => {
      // A link to an anchor on the same page also fires this event.
      isHistoryMove.current = location.pathname + addressValue('file') !== seenPage.current
    }
    addEventListener('popstate', note)
    return () => removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    if (seenPage.current === page) return
    const isRedirect = page === paths.auth && signInAddress.test(seenPage.current)
    seenPage.current = page
    // A field of the form may already have the focus.
    if (isRedirect) return
    main.current?.focus({ preventScroll: true })
    if (!isHistoryMove.current) scrollTo({ top: 0, behavior: 'instant' })
    isHistoryMove.current = false
  }, [page])

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
