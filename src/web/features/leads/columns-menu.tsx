import { Columns3 } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { Menu, MenuCheckbox } from '../../shared/ui/menu.tsx'
import { chooseColumn, columnNames, extraColumns, useChosenColumns } from './lead-columns.ts'

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
      {columnNames.map(name => (
        <MenuCheckbox
          key={name}
          checked={chosen.includes(name)}
          onCheckedChange={isShown => chooseColumn(name, isShown)}
        >
          {extraColumns[name]}
        </MenuCheckbox>
      ))}
    </Menu>
  )
}
