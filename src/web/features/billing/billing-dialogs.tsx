import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { useSession } from '../../shared/session/session.queries.ts'
import { closeBillingDialog, useBillingDialog } from './billing-dialogs.store.ts'

const CancelPrompt = lazyDialog(() => import('./cancel-prompt.tsx'))
const PurchaseDialog = lazyDialog(() => import('./purchase-dialog.tsx'))

/** All billing dialogs, rendered once. Each loads when first opened, and closes with the page or user. */
export function BillingDialogs() {
  const opened = useBillingDialog()
  const { data: user } = useSession()
  const [path] = useLocation()
  const place = `${user?.id ?? 'nobody'} ${path}`
  const seenPlace = useRef(place)
  useEffect(() => {
    if (seenPlace.current !== place) closeBillingDialog()
    seenPlace.current = place
  }, [place])
  if (opened === undefined) return null
  const Opened = opened === 'cancel' ? CancelPrompt : PurchaseDialog
  return <Opened onClose={closeBillingDialog} />
}
