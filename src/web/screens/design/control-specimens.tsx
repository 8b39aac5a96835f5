import { Download, Search } from 'lucide-react'
import { ViewSwitch } from '../../features/leads/list-options.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import { Specimen, Specimens } from './specimen.tsx'

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const
const sizes = ['sm', 'md', 'lg'] as const
const options = [
  { value: 'a', label: 'First option' },
  { value: 'b', label: 'Second option' },
]

export function ControlSpecimens() {
  return (
    <Specimens title="Controls">
      {variants.map(variant => (
        <Specimen key={variant} name={`Button, ${variant}: sizes, icon, loading, disabled`}>
          {sizes.map(size => (
            <Button key={size} variant={variant} size={size}>
              Search
            </Button>
          ))}
          <Button variant={variant} size="icon" aria-label="Search">
            <Search className="size-4" aria-hidden="true" />
          </Button>
          <Button variant={variant}>
            <Download className="size-4" aria-hidden="true" /> Export
          </Button>
          <Button variant={variant} isLoading>
            Searching...
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </Specimen>
      ))}
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Empty" hint="A hint below">
          {props => <Input {...props} placeholder="City, State or ZIP" />}
        </Field>
        <Field label="Filled" isOptional>
          {props => <Input {...props} defaultValue="Boulder, CO" />}
        </Field>
        <Field label="With an error" error="Location must be at least 2 characters">
          {props => <Input {...props} defaultValue="B" />}
        </Field>
        <Field label="Disabled">{props => <Input {...props} disabled defaultValue="Locked" />}</Field>
        <Field label="Select">{props => <Select {...props} options={options} />}</Field>
        <Field label="Disabled select">{props => <Select {...props} options={options} disabled />}</Field>
      </div>
      <Specimen name="Checkbox">
        <Checkbox label="Off" />
        <Checkbox label="On" defaultChecked />
        <Checkbox label="Some" isIndeterminate />
        <Checkbox label="Disabled" disabled />
      </Specimen>
      <Specimen name="View switch">
        <ViewSwitch />
      </Specimen>
      <Tabs defaultValue="one">
        <TabList aria-label="Tabs">
          <Tab value="one">Search Leads</Tab>
          <Tab value="two">Analytics</Tab>
        </TabList>
        <TabPanel value="one" className="pt-3 text-sm text-ink-2">
          First panel
        </TabPanel>
        <TabPanel value="two" className="pt-3 text-sm text-ink-2">
          Second panel
        </TabPanel>
      </Tabs>
    </Specimens>
  )
}
