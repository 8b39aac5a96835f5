import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Router } from 'wouter'
import { BillingDialogs } from '../shared/billing/billing-dialogs.tsx'
import { watchSession } from '../shared/session/session.queries.ts'
import { Toasts } from '../shared/toast/toasts.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Main } from './main-region.tsx'
import { Routes } from './routes.tsx'

export function App({ client, url }: { client: QueryClient; url?: string }) {
  useEffect(() => watchSession(client), [client])
  return (
    <Router {...(url === undefined ? {} : { ssrPath: url })}>
      <QueryClientProvider client={client}>
        <Header />
        <Main>
          <Routes />
        </Main>
        <Footer />
        <BillingDialogs />
        <Toasts />
      </QueryClientProvider>
    </Router>
  )
}
