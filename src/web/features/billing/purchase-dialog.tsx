import { useEffect } from 'react'
import { leadPackage } from '#contract/plans.ts'
import { formatNumber } from '../../shared/format.ts'
import { Dialog, DialogChoice } from '../../shared/ui/dialog.tsx'
import { usePackagePrice, usePurchaseLeads } from './billing.queries.ts'
import { redirectTo } from './redirect-to.ts'
import { SandboxNotice } from './sandbox-notice.tsx'

export default function PurchaseDialog({ onClose }: { onClose: () => void }) {
  const purchase = usePurchaseLeads()
  const price = usePackagePrice()
  // Stays busy until the browser has left for the checkout, so nothing can be clicked twice.
  const isProcessing = purchase.isPending || purchase.isSuccess
  useRestartOnReturn(purchase.reset)
  // This callback does not run after unmounting, so a user who left the page is not sent to the checkout.
  const buy = () => purchase.mutate(undefined, { onSuccess: ({ checkoutUrl }) => redirectTo(checkoutUrl) })
  return (
    <Dialog
      onClose={onClose}
      isBusy={isProcessing}
      title="Purchase Additional Leads"
      description="Extra leads on top of your plan, for a one-time payment."
      footer={
        <DialogChoice onCancel={onClose} isLoading={isProcessing} onClick={buy}>
          {isProcessing ? 'Processing...' : `Buy ${leadPackage.leads} leads`}
        </DialogChoice>
      }
    >
      <div className="flex items-baseline justify-between gap-4 rounded-lg border border-line bg-surface px-4 py-3">
        <span className="font-medium">{formatNumber(leadPackage.leads)} leads</span>
        <span className="text-lg font-semibold tabular-nums">{price}</span>
      </div>
      <ul className="mt-3 mb-4 flex list-disc flex-col gap-1 pl-5 text-sm text-ink-2">
        <li>Added immediately after payment.</li>
        <li>Usable any time: they are used after your monthly quota and never expire.</li>
        <li>They do not include searches.</li>
        <li>They stay with your account when you change or cancel your plan.</li>
      </ul>
      <SandboxNotice />
    </Dialog>
  )
}

/** Going back from the checkout can restore this page from the browser's cache, still in its busy state. */
function useRestartOnReturn(reset: () => void): void {
  useEffect(() => {
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [reset])
}
