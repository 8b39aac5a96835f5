import { type ComponentType, lazy, type ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import { paths, type ProtectedPath, protectedPaths, signInAddress } from '../shared/paths.ts'
import { PageSpinner } from '../shared/ui/spinner.tsx'
import { AnonymousOnly, SignedInOnly } from './access.tsx'

const Landing = lazy(() => import('../screens/landing/landing.screen.tsx'))
const About = lazy(() => import('../screens/about/about.screen.tsx'))
const Help = lazy(() => import('../screens/help/help.screen.tsx'))
const Privacy = lazy(() => import('../screens/privacy/privacy.screen.tsx'))
const Terms = lazy(() => import('../screens/terms/terms.screen.tsx'))
const Contact = lazy(() => import('../screens/contact/contact.screen.tsx'))
const Businesses = lazy(() => import('../screens/businesses/businesses.screen.tsx'))
const Auth = lazy(() => import('../screens/auth/auth.screen.tsx'))
const ForgotPassword = lazy(() => import('../screens/forgot-password/forgot-password.screen.tsx'))
const ResetPassword = lazy(() => import('../screens/reset-password/reset-password.screen.tsx'))
const VerifyEmail = lazy(() => import('../screens/verify-email/verify-email.screen.tsx'))
const Dashboard = lazy(() => import('../screens/dashboard/dashboard.screen.tsx'))
const Leads = lazy(() => import('../screens/leads/leads.screen.tsx'))
const Receipt = lazy(() => import('../screens/receipt/receipt.screen.tsx'))
const SavedSearches = lazy(() => import('../screens/saved-searches/saved-searches.screen.tsx'))
const OwnDoNotContact = lazy(() => import('../screens/own-do-not-contact/own-do-not-contact.screen.tsx'))
const KnownBusinesses = lazy(() => import('../screens/known-businesses/known-businesses.screen.tsx'))
const Unsubscribe = lazy(() => import('../screens/unsubscribe/unsubscribe.screen.tsx'))
const Subscription = lazy(() => import('../screens/subscription/subscription.screen.tsx'))
const ConfirmPayment = lazy(() => import('../screens/confirm-payment/confirm-payment.screen.tsx'))
const Profile = lazy(() => import('../screens/profile/profile.screen.tsx'))
const ApiKeys = lazy(() => import('../screens/api-keys/api-keys.screen.tsx'))
const Webhooks = lazy(() => import('../screens/webhooks/webhooks.screen.tsx'))
const ApiDocs = lazy(() => import('../screens/api-docs/api-docs.screen.tsx'))
const Admin = lazy(() => import('../screens/admin/admin.screen.tsx'))
const AdminPlaces = lazy(() => import('../screens/admin-places/admin-places.screen.tsx'))
const LeadReports = lazy(() => import('../screens/lead-reports/lead-reports.screen.tsx'))
const DoNotContact = lazy(() => import('../screens/do-not-contact/do-not-contact.screen.tsx'))
const RemoveMyBusiness = lazy(() => import('../screens/remove-my-business/remove-my-business.screen.tsx'))
const NotFound = lazy(() => import('../screens/not-found/not-found.screen.tsx'))

const protectedScreens = {
  [paths.dashboard]: Dashboard,
  [paths.leads]: Leads,
  [paths.receipt]: Receipt,
  [paths.savedSearches]: SavedSearches,
  [paths.ownDoNotContact]: OwnDoNotContact,
  [paths.knownBusinesses]: KnownBusinesses,
  [paths.subscription]: Subscription,
  [paths.profile]: Profile,
  [paths.apiKeys]: ApiKeys,
  [paths.webhooks]: Webhooks,
  [paths.admin]: Admin,
  [paths.adminPlaces]: AdminPlaces,
  [paths.doNotContact]: DoNotContact,
  [paths.leadReports]: LeadReports,
} satisfies Record<ProtectedPath, ComponentType>

/** What is shown instead of a spinner while the session loads. */
const loadingOf: { [Path in ProtectedPath]?: ReactNode } = {
  [paths.profile]: <PageSpinner label="Loading Profile..." isLabelShown />,
}

export function Routes() {
  return (
    <Switch>
      <Route path={paths.home} component={Landing} />
      <Route path={paths.about} component={About} />
      <Route path={paths.help} component={Help} />
      <Route path={paths.privacy} component={Privacy} />
      <Route path={paths.terms} component={Terms} />
      <Route path={paths.contact} component={Contact} />
      <Route path={`${paths.businesses}/*?`} component={Businesses} />
      <Route path={signInAddress}>
        <AnonymousOnly>
          <Auth />
        </AnonymousOnly>
      </Route>
      <Route path={paths.forgotPassword} component={ForgotPassword} />
      <Route path={paths.resetPassword} component={ResetPassword} />
      <Route path={paths.verifyEmail} component={VerifyEmail} />
      <Route path={paths.unsubscribe} component={Unsubscribe} />
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
      <Route path="/confirm-payment" component={ConfirmPayment} />
      <Route path={paths.apiDocs} component={ApiDocs} />
      <Route path={paths.removeMyBusiness} component={RemoveMyBusiness} />
      <Route component={NotFound} />
    </Switch>
  )
}
