import { ListFilter } from 'lucide-react'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'

type FilterButtonProps = { isOpen: boolean; active: number; onToggle: () => void }

export const filterPanelId = 'lead-filters'

export const FilterButton = ({ isOpen, active, onToggle }: FilterButtonProps) => (
  <Button aria-expanded={isOpen} aria-controls={isOpen ? filterPanelId : undefined} onClick={onToggle}>
    <ListFilter className="size-4" aria-hidden="true" />
    Filter
    {active > 0 && (
      <Badge tone="accent" className="tabular-nums">
        {active} <span className="sr-only">active</span>
      </Badge>
    )}
  </Button>
)
