import { lazyDialog } from '../../shared/api/lazy-part.tsx'

/** Loads the payment provider's code when the dialog opens. */
export const AddCardDialog = lazyDialog(() => import('./add-card-dialog.tsx'))
