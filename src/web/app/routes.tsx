import type { ComponentType, ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import { lazyCode } from '../shared/lazy-code.tsx'
import { paths, type ProtectedPath, protectedPaths, signInAddress } from '../shared/paths.ts'
import { PageSpinner } from '../shared/ui/spinner.tsx'
import { AnonymousOnly, SignedInOnly } from './access.tsx'

const Auth = lazyCode(() => import('../screens/auth/auth.screen.tsx'))
const NotFound = lazyCode(() => import('../shared/session/not-found.tsx'))

const publicScreens: Record<string, ComponentType> = {
  [paths.home]: lazyCode(() => import('../screens/landing/landing.screen.tsx')),
  [paths.about]: lazyCode(() => import('../screens/about/about.screen.tsx')),
  [paths.help]: lazyCode(() => import('../screens/help/help.screen.tsx')),
  [paths.privacy]: lazyCode(() => import('../screens/privacy/privacy.screen.tsx')),
  [paths.terms]: lazyCode(() => import('../screens/terms/terms.screen.tsx')),
  [paths.contact]: lazyCode(() => import('../screens/contact/contact.screen.tsx')),
  [paths.forgotPassword]: lazyCode(() => import('../screens/forgot-password/forgot-password.screen.tsx')),
  [paths.resetPassword]: lazyCode(() => import('../screens/reset-password/reset-password.screen.tsx')),
  [paths.verifyEmail]: lazyCode(() => import('../screens/verify-email/verify-email.screen.tsx')),
  [paths.unsubscribe]: lazyCode(() => import('../screens/unsubscribe/unsubscribe.screen.tsx')),
  [paths.apiDocs]: lazyCode(() => import('../screens/api-docs/api-docs.screen.tsx')),
  [paths.removeMyBusiness]: lazyCode(() => import('../screens/remove-my-business/remove-my-business.screen.tsx')),
  [`${paths.businesses}/*?`]: lazyCode(() => import('../screens/businesses/businesses.screen.tsx')),
  '/confirm-payment': lazyCode(() => import('../screens/confirm-payment/confirm-payment.screen.tsx')),
}

const protectedScreens = {
  [paths.dashboard]: lazyCode(() => import('../screens/dashboard/dashboard.screen.tsx')),
  [paths.leads]: lazyCode(() => import('../screens/leads/leads.screen.tsx')),
  [paths.receipt]: lazyCode(() => import('../screens/receipt/receipt.screen.tsx')),
  [paths.savedSearches]: lazyCode(() => import('../screens/saved-searches/saved-searches.screen.tsx')),
  [paths.ownDoNotContact]: lazyCode(() => import('../screens/own-do-not-contact/own-do-not-contact.screen.tsx')),
  [paths.knownBusinesses]: lazyCode(() => import('../screens/known-businesses/known-businesses.screen.tsx')),
  [paths.subscription]: lazyCode(() => import('../screens/subscription/subscription.screen.tsx')),
  [paths.profile]: lazyCode(() => import('../screens/profile/profile.screen.tsx')),
  [paths.apiKeys]: lazyCode(() => import('../screens/api-keys/api-keys.screen.tsx')),
  [paths.webhooks]: lazyCode(() => import('../screens/webhooks/webhooks.screen.tsx')),
  [paths.admin]: lazyCode(() => import('../screens/admin/admin.screen.tsx')),
  [paths.adminPlaces]: lazyCode(() => import('../screens/admin-places/admin-places.screen.tsx')),
  [paths.doNotContact]: lazyCode(() => import('../screens/do-not-contact/do-not-contact.screen.tsx')),
  [paths.leadReports]: lazyCode(() => import('../screens/lead-reports/lead-reports.screen.tsx')),
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
