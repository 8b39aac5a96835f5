import { SearchX } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'

export const NoMatch = ({ children, onClear }: { children: string; onClear: () => void }) => (
  <EmptyState
    icon={<SearchX aria-hidden="true" />}
    title="No leads match this filter"
    actions={<Button onClick={onClear}>Clear filters</Button>}
  >
    {children}
  </EmptyState>
)
