import type { ReactNode } from 'react'
import { EmptyState } from '../../shared/ui/state-message.tsx'

/** Stands where the search of the address would: there is none, so another try would not help. */
export const UnknownSearch = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    <EmptyState title="Selected search not found">{children}</EmptyState>
  </div>
)
