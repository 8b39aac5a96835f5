import { ChevronDown } from 'lucide-react'
import { flagWords, networks, type SiteFlagName, siteFlagNames, siteGradeNames } from '#contract/leads/site-lines.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Menu, MenuCheckbox } from '../../shared/ui/menu.tsx'
import { LabeledSelect } from '../../shared/ui/select.tsx'
import type { FilterChange, LeadFilter } from './lead-filter.rules.ts'

const websites = [
  { value: '', label: 'Any website' },
  { value: 'none', label: 'None' },
  { value: 'social', label: 'Only a page on a platform' },
  { value: 'broken', label: 'Does not work' },
]
const grades = [
  { value: '', label: 'Any grade' },
  ...siteGradeNames.slice(1).map(value => ({ value, label: value === 'F' ? 'F' : `${value} or worse` })),
]
const platforms = ['WordPress', 'Wix', 'Squarespace', 'GoDaddy', 'Shopify', 'Weebly', 'Duda', 'Webflow']
const profiles = [
  { value: '', label: 'Any profile' },
  ...Object.entries(networks).map(([value, { label }]) => ({ value, label })),
]
/** Other filters say the same, or the flag is not a yes or no. */
const hidden: ReadonlySet<SiteFlagName> = new Set(['works', 'platform', 'credit'])
const flags = siteFlagNames.filter(flag => !hidden.has(flag))

type SiteFiltersProps = { filter: LeadFilter; onChange: (change: FilterChange) => void }

export function SiteFilters({ filter, onChange }: SiteFiltersProps) {
  const built = filter.platform
  const names = built === undefined || platforms.includes(built) ? platforms : [built, ...platforms]
  return (
    <>
      <Choice
        label="Website"
        options={websites}
        value={filter.website}
        onChange={website => onChange({ website: website as LeadFilter['website'] })}
      />
      <Choice
        label="Website grade"
        options={grades}
        value={filter.gradeAtMost}
        onChange={grade => onChange({ gradeAtMost: grade as LeadFilter['gradeAtMost'] })}
      />
      <FlagMenu label="Website lacks" value={filter.missing} onChange={missing => onChange({ missing })} />
      <FlagMenu label="Website has" value={filter.shows} onChange={shows => onChange({ shows })} />
      <Choice
        label="Built with"
        options={[{ value: '', label: 'Anything' }, ...names.map(name => ({ value: name, label: name }))]}
        value={built}
        onChange={platform => onChange({ platform })}
      />
      <Choice
        label="Profile"
        options={profiles}
        value={filter.profileOn}
        onChange={profileOn => onChange({ profileOn: profileOn as LeadFilter['profileOn'] })}
      />
    </>
  )
}

type FlagMenuProps = { label: string; value: string | undefined; onChange: (value: string | undefined) => void }

/** Several flags at once. */
function FlagMenu({ label, value = '', onChange }: FlagMenuProps) {
  const chosen = flags.filter(flag => value.split(',').includes(flag))
  const [first] = chosen
  const words = first === undefined ? 'Anything' : chosen.length === 1 ? flagWords[first] : `${chosen.length} things`
  const toggle = (flag: SiteFlagName, isChosen: boolean) =>
    onChange(flags.filter(one => (one === flag ? isChosen : chosen.includes(one))).join(',') || undefined)
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-sm font-medium text-ink" aria-hidden="true">
        {label}
      </p>
      <Menu
        trigger={
          <Button aria-label={`${label}: ${words}`} className="w-full border-line-strong font-normal">
            <span className="mr-auto max-w-40 truncate">{words}</span>
            <ChevronDown className="size-4" />
          </Button>
        }
      >
        <div className="max-h-80 overflow-y-auto">
          {flags.map(flag => (
            <MenuCheckbox
              key={flag}
              checked={chosen.includes(flag)}
              onCheckedChange={isChosen => toggle(flag, isChosen)}
            >
              {flagWords[flag]}
            </MenuCheckbox>
          ))}
        </div>
      </Menu>
    </div>
  )
}

type ChoiceProps = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  /** Undefined for any. */
  onChange: (value: string | undefined) => void
}

export const Choice = ({ label, options, value, onChange }: ChoiceProps) => (
  <LabeledSelect
    label={label}
    options={options}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value || undefined)}
  />
)
