import { CreditBanner } from './credit-banner.tsx'
import { LimitReachedBanner } from './limit-reached-banner.tsx'

type UsedUpBannersProps = { hasNoPulls: boolean; hasNoSearches: boolean; onUpgrade?: (() => void) | undefined }

/** Loads only for an account that has used something up. */
export default function UsedUpBanners({ hasNoPulls, hasNoSearches, onUpgrade }: UsedUpBannersProps) {
  return (
    <>
      {hasNoPulls && <CreditBanner onUpgrade={onUpgrade} />}
      {hasNoSearches && <LimitReachedBanner type="usage" onUpgrade={onUpgrade} />}
    </>
  )
}
