import { LayoutGrid, TableProperties } from 'lucide-react'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { useListOptions } from './use-list-options.ts'

const views = [
  { value: 'grid', label: 'Grid', icon: <LayoutGrid aria-hidden="true" /> },
  { value: 'table', label: 'Table', icon: <TableProperties aria-hidden="true" /> },
] as const

export function ViewSwitch() {
  const { view, setView } = useListOptions()
  return <Segmented label="View" value={view} options={views} onChange={setView} />
}
