import { type SavedSearch, SavedSearchChange } from '#contract/searches/saved-searches.ts'
import { FormDialog } from '../../shared/form/form-dialog.tsx'
import { TextField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { useChangeSavedSearch } from './saved-searches.queries.ts'

export default function RenameDialog({ saved, onClose }: { saved: SavedSearch; onClose: () => void }) {
  const change = useChangeSavedSearch(saved.id)
  const form = useSchemaForm(SavedSearchChange, { name: saved.name })
  return (
    <FormDialog
      title="Rename saved search"
      action="Rename"
      isBusy={change.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(input => change.mutate(input, { onSettled: onClose }))}
    >
      <TextField form={form} name="name" label="Name" autoComplete="off" />
    </FormDialog>
  )
}
