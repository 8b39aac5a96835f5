import { ChevronDown } from 'lucide-react'
import { flagWords, networks, type SiteFlagName, siteFlagNames, siteGradeNames } from '#contract/leads/site-lines.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Menu, MenuCheckbox } from '../../shared/ui/menu.tsx'
import { LabeledSelect } from '../../shared/ui/select.tsx'
import type { LeadFilter } from './lead-filter.rules.ts'
import { changeFilter } from './use-lead-filter.ts'

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
/** Flags for which there is another filter, or which are not a yes or no. */
const hidden: ReadonlySet<SiteFlagName> = new Set(['works', 'platform', 'credit'])
const flags = siteFlagNames.filter(flag => !hidden.has(flag))

export function SiteFilters({ filter }: { filter: LeadFilter }) {
  const names = withChosen(platforms, filter.platform)
  return (
    <>
      <Choice filter={filter} name="website" label="Website" options={websites} />
      <Choice filter={filter} name="gradeAtMost" label="Website grade" options={grades} />
      <FlagMenu filter={filter} name="missing" label="Website lacks" />
      <FlagMenu filter={filter} name="shows" label="Website has" />
      <Choice filter={filter} name="platform" label="Built with" options={withAny('Anything', names)} />
      <Choice filter={filter} name="profileOn" label="Profile" options={profiles} />
    </>
  )
}

type FlagMenuProps = { filter: LeadFilter; name: 'missing' | 'shows'; label: string }

/** Several flags at once. */
function FlagMenu({ filter, name, label }: FlagMenuProps) {
  const named = filter[name]?.split(',') ?? []
  const chosen = flags.filter(flag => named.includes(flag))
  const [first] = chosen
  const words = first === undefined ? 'Anything' : chosen.length === 1 ? flagWords[first] : `${chosen.length} things`
  const toggle = (flag: SiteFlagName, isChosen: boolean) =>
    changeFilter({
      [name]: flags.filter(one => (one === flag ? isChosen : chosen.includes(one))).join(',') || undefined,
    })
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-sm font-medium text-ink" aria-hidden="true">
        {label}
      </p>
      <Menu
        trigger={
          <Button aria-label={`${label}: ${words}`} className="w-full border-line-strong font-normal touch:text-base">
            <span className="mr-auto -ml-0.5 max-w-40 truncate">{words}</span>
            <ChevronDown className="-mr-0.5 size-4 text-ink-3" />
          </Button>
        }
      >
        {flags.map(flag => (
          <MenuCheckbox key={flag} checked={chosen.includes(flag)} onCheckedChange={isChosen => toggle(flag, isChosen)}>
            {flagWords[flag]}
          </MenuCheckbox>
        ))}
      </Menu>
    </div>
  )
}

type Option = { value: string; label: string }
type ChoiceProps = {
  filter: LeadFilter
  name: 'quality' | 'state' | 'status' | 'tag' | 'website' | 'gradeAtMost' | 'platform' | 'profileOn'
  label: string
  /** The value '' means any. */
  options: readonly Option[]
}

export const Choice = ({ filter, name, label, options }: ChoiceProps) => (
  <LabeledSelect
    label={label}
    options={options}
    value={filter[name] ?? ''}
    onChange={({ target }) => changeFilter({ [name]: target.value || undefined })}
  />
)

/** Adds the chosen value if no lead has it anymore. */
export const withChosen = (names: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]

export const withAny = (any: string, names: readonly string[]): Option[] => [
  { value: '', label: any },
  ...names.map(name => ({ value: name, label: name })),
]
