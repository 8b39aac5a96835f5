import { PlaceLoadInput } from '#contract/places/place-loads.ts'
import { useAddressValue } from '../../shared/address.ts'
import { SelectField, TextField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { TitledForm } from '../../shared/form/titled-form.tsx'
import { showRefusal } from '../../shared/form/use-form.ts'
import { useStartLoad } from './admin-places.queries.ts'

const usualMiles = 25
const radii = [10, 25, 50, 100].map(miles => ({ value: miles, label: `${miles} miles around it` }))

/** Starts loading the real places of an area. The link from a search without results fills in its place. */
export function LoadForm() {
  const location = useAddressValue('location')
  const start = useStartLoad()
  const form = useSchemaForm(PlaceLoadInput, { location, miles: usualMiles })
  const submit = form.handleSubmit(input =>
    start.mutate(input, {
      onSuccess: () => form.resetField('location', { defaultValue: '' }),
      onError: error => showRefusal(form, error),
    }),
  )
  return (
    <TitledForm
      title="Load real data"
      about="Downloads this area from the newest Overture Maps release. It runs in the background; searches keep working."
      action="Load"
      isBusy={start.isPending}
      onSubmit={submit}
    >
      <TextField form={form} name="location" label="Town, ZIP or state" placeholder="Austin, TX" autoComplete="off" />
      <SelectField
        form={form}
        name="miles"
        label="Area"
        hint="A state is loaded as a whole"
        reads={{ valueAsNumber: true }}
        defaultValue={usualMiles}
        options={radii}
      />
    </TitledForm>
  )
}
