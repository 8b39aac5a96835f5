import { lazy, Suspense } from 'react'
import { closeBillingDialog, useBillingDialog } from './billing-dialogs.store.ts'

const CancelPrompt = lazy(() => import('./cancel-prompt.tsx'))
const PurchaseDialog = lazy(() => import('./purchase-dialog.tsx'))

/** Stands once in the application; each dialog loads when it is first opened. */
export function BillingDialogs() {
  const opened = useBillingDialog()
  if (opened === undefined) return null
  return (
    <Suspense>
      {opened === 'cancel' ? (
        <CancelPrompt onClose={closeBillingDialog} />
      ) : (
        <PurchaseDialog onClose={closeBillingDialog} />
      )}
    </Suspense>
  )
}
