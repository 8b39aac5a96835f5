import { type ComponentProps, lazy } from 'react'
import { LazyDialog } from '../../shared/api/lazy-part.tsx'

const AddCardDialog = lazy(() => import('./add-card-dialog.tsx'))

/** Loads the payment provider's code when the dialog opens. */
export const LazyAddCardDialog = (props: ComponentProps<typeof AddCardDialog>) => (
  <LazyDialog onClose={props.onClose}>
    <AddCardDialog {...props} />
  </LazyDialog>
)
