import { Field } from '../../shared/ui/field.tsx'
import { Select } from '../../shared/ui/select.tsx'

type ChoiceProps = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  /** Undefined for any. */
  onChange: (value: string | undefined) => void
}

export const Choice = ({ label, options, value, onChange }: ChoiceProps) => (
  <Field label={label}>
    {props => (
      <Select
        {...props}
        options={options}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    )}
  </Field>
)
