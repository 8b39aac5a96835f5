import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Router } from 'wouter'
import { BillingDialogs } from '../features/billing/billing-dialogs.tsx'
import { watchSession } from '../shared/session/session.queries.ts'
import { Toasts } from '../shared/toast/toasts.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Main } from './main-region.tsx'
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
        <BillingDialogs />
        <Toasts />
      </QueryClientProvider>
    </Router>
  )
}
