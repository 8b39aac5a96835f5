import { Columns3 } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { Menu, MenuCheckbox } from '../../shared/ui/menu.tsx'
import { chooseColumn, extraColumns, useChosenColumns } from './lead-columns.ts'

export default function ColumnsMenu() {
  const chosen = useChosenColumns()
  return (
    <Menu
      trigger={
        <Button>
          <Columns3 className="size-4" />
          <span className="max-lg:sr-only">Columns</span>
        </Button>
      }
    >
      {extraColumns.map(({ name, label }) => (
        <MenuCheckbox
          key={name}
          checked={chosen.includes(name)}
          onCheckedChange={isShown => chooseColumn(name, isShown)}
        >
          {label}
        </MenuCheckbox>
      ))}
    </Menu>
  )
}
