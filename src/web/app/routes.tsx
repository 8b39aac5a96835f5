import { type ComponentType, lazy, type ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import { paths, type ProtectedPath, protectedPaths, signInAddress } from '../shared/paths.ts'
import { PageSpinner } from '../shared/ui/spinner.tsx'
import { AnonymousOnly, SignedInOnly } from './access.tsx'

const Auth = lazy(() => import('../screens/auth/auth.screen.tsx'))
const NotFound = lazy(() => import('../screens/not-found/not-found.screen.tsx'))

const publicScreens: Record<string, ComponentType> = {
  [paths.home]: lazy(() => import('../screens/landing/landing.screen.tsx')),
  [paths.about]: lazy(() => import('../screens/about/about.screen.tsx')),
  [paths.help]: lazy(() => import('../screens/help/help.screen.tsx')),
  [paths.privacy]: lazy(() => import('../screens/privacy/privacy.screen.tsx')),
  [paths.terms]: lazy(() => import('../screens/terms/terms.screen.tsx')),
  [paths.contact]: lazy(() => import('../screens/contact/contact.screen.tsx')),
  [paths.forgotPassword]: lazy(() => import('../screens/forgot-password/forgot-password.screen.tsx')),
  [paths.resetPassword]: lazy(() => import('../screens/reset-password/reset-password.screen.tsx')),
  [paths.verifyEmail]: lazy(() => import('../screens/verify-email/verify-email.screen.tsx')),
  [paths.unsubscribe]: lazy(() => import('../screens/unsubscribe/unsubscribe.screen.tsx')),
  [paths.apiDocs]: lazy(() => import('../screens/api-docs/api-docs.screen.tsx')),
  [paths.removeMyBusiness]: lazy(() => import('../screens/remove-my-business/remove-my-business.screen.tsx')),
  [`${paths.businesses}/*?`]: lazy(() => import('../screens/businesses/businesses.screen.tsx')),
  '/confirm-payment': lazy(() => import('../screens/confirm-payment/confirm-payment.screen.tsx')),
}

const protectedScreens = {
  [paths.dashboard]: lazy(() => import('../screens/dashboard/dashboard.screen.tsx')),
  [paths.leads]: lazy(() => import('../screens/leads/leads.screen.tsx')),
  [paths.receipt]: lazy(() => import('../screens/receipt/receipt.screen.tsx')),
  [paths.savedSearches]: lazy(() => import('../screens/saved-searches/saved-searches.screen.tsx')),
  [paths.ownDoNotContact]: lazy(() => import('../screens/own-do-not-contact/own-do-not-contact.screen.tsx')),
  [paths.knownBusinesses]: lazy(() => import('../screens/known-businesses/known-businesses.screen.tsx')),
  [paths.subscription]: lazy(() => import('../screens/subscription/subscription.screen.tsx')),
  [paths.profile]: lazy(() => import('../screens/profile/profile.screen.tsx')),
  [paths.apiKeys]: lazy(() => import('../screens/api-keys/api-keys.screen.tsx')),
  [paths.webhooks]: lazy(() => import('../screens/webhooks/webhooks.screen.tsx')),
  [paths.admin]: lazy(() => import('../screens/admin/admin.screen.tsx')),
  [paths.adminPlaces]: lazy(() => import('../screens/admin-places/admin-places.screen.tsx')),
  [paths.doNotContact]: lazy(() => import('../screens/do-not-contact/do-not-contact.screen.tsx')),
  [paths.leadReports]: lazy(() => import('../screens/lead-reports/lead-reports.screen.tsx')),
} satisfies Record<ProtectedPath, ComponentType>

/** What is shown instead of a spinner while the session loads. */
const loadingOf: { [Path in ProtectedPath]?: ReactNode } = {
  [paths.profile]: <PageSpinner label="Loading Profile..." isLabelShown />,
}

export function Routes() {
  return (
    <Switch>
      {Object.entries(publicScreens).map(([path, Screen]) => (
        <Route key={path} path={path} component={Screen} />
      ))}
      <Route path={signInAddress}>
        <AnonymousOnly>
          <Auth />
        </AnonymousOnly>
      </Route>
      {protectedPaths.map(path => {
        const Screen = protectedScreens[path]
        return (
          <Route key={path} path={path}>
            <SignedInOnly loading={loadingOf[path]}>
              <Screen />
            </SignedInOnly>
          </Route>
        )
      })}
      <Route component={NotFound} />
    </Switch>
  )
}
