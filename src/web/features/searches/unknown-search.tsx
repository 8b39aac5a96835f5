import type { ReactNode } from 'react'
import { EmptyState } from '../../shared/ui/state-message.tsx'

/** Shown if the search in the URL does not exist. There is no retry, because it would not help. */
export const UnknownSearch = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    <EmptyState title="Selected search not found">{children}</EmptyState>
  </div>
)
