import { type ComponentProps, lazy } from 'react'
import { LazyDialog } from '../../shared/api/lazy-part.tsx'

const AddCardDialog = lazy(() => import('./add-card-dialog.tsx'))

/** The payment provider's code comes when somebody adds a card. */
export const LazyAddCardDialog = (props: ComponentProps<typeof AddCardDialog>) => (
  <LazyDialog onClose={props.onClose}>
    <AddCardDialog {...props} />
  </LazyDialog>
)
