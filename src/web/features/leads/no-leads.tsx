import { SearchX } from 'lucide-react'
import { EmptyState } from '../../shared/ui/state-message.tsx'

export const NoLeads = () => (
  <EmptyState icon={<SearchX aria-hidden="true" />} title="No leads found">
    Try searching for different criteria to find more results
  </EmptyState>
)
