import { type ComponentProps, lazy, Suspense } from 'react'

const AddCardDialog = lazy(() => import('./add-card-dialog.tsx'))

/** The payment provider's code comes when somebody adds a card. */
export const LazyAddCardDialog = (props: ComponentProps<typeof AddCardDialog>) => (
  <Suspense>
    <AddCardDialog {...props} />
  </Suspense>
)
