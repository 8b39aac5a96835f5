import clsx from 'clsx'
import { leadPackage } from '#contract/plans.ts'
import { openPurchase } from '../../features/billing/billing-dialogs.store.ts'
import { usePackagePrice, usePaymentMethods, useSubscription } from '../../features/billing/billing.queries.ts'
import { SandboxNotice } from '../../features/billing/sandbox-notice.tsx'
import { ScreenWithBanners } from '../../features/plans/account-banners.tsx'
import { formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { Section } from '../../shared/ui/section.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { CheckoutReturn } from './checkout-return.tsx'
import { CurrentSubscription } from './current-subscription.tsx'
import { Invoices } from './invoices.tsx'
import { OpenInvoiceNotice } from './open-invoice-notice.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { PlanPicker } from './plan-picker.tsx'
import { SettlingNotice } from './settling-notice.tsx'

export default function SubscriptionScreen() {
  useTitle(titled('Subscription'))
  const subscription = useSubscription()
  const methods = usePaymentMethods()
  return (
    <ScreenWithBanners className="pb-14">
      <div className="flex flex-col gap-6 pt-2">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Subscription</h1>
          <p className="mt-1.5 text-ink-2">Your plan, payment methods, and invoices.</p>
        </div>
        <CheckoutReturn />
        <SettlingNotice />
        <OpenInvoiceNotice />
        {/* What is below parts that load for the first time is hidden, because it would move. */}
        <div className={clsx('grid gap-6 lg:grid-cols-2', !subscription.isFetched && 'max-lg:*:last:invisible')}>
          <CurrentSubscription />
          <PaymentMethods />
        </div>
        <div className={clsx('flex flex-col gap-6', !(subscription.isFetched && methods.isFetched) && 'invisible')}>
          <PlanPicker />
          <p className="text-sm text-ink-2">
            Need more than that? <TextLink href={paths.contact}>Contact us about an enterprise or custom plan</TextLink>
            .
          </p>
          <SandboxNotice hasPanel />
          <ExtraLeads />
          <Invoices />
        </div>
      </div>
    </ScreenWithBanners>
  )
}

const ExtraLeads = () => (
  <Section title="Extra leads" actions={<Button onClick={openPurchase}>Buy More Leads</Button>}>
    <p className="max-w-prose text-sm text-ink-2">
      {formatNumber(leadPackage.leads)} leads for {usePackagePrice()}, on top of any plan. Added immediately and usable
      any time: they are used after your monthly quota and never expire.
    </p>
  </Section>
)
