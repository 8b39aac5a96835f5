import { type LeadList, LeadListName, type ListKind } from '#contract/leads/lead-lists.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { showError } from '../../shared/api/failures.ts'
import { FormDialog } from '../../shared/form/form-dialog.tsx'
import { TextField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { showRefusalAt } from '../../shared/form/use-form.ts'
import { useSaveLeadList } from './lead-lists.queries.ts'

type ListDialogProps = {
  kind: ListKind
  /** The list to rename. Without it, a new list is created. */
  list?: LeadList
  onClose: () => void
  onSaved?: (list: LeadList) => void
}

export default function ListDialog({ kind, list, onClose, onSaved }: ListDialogProps) {
  const save = useSaveLeadList(kind, list?.id)
  const form = useSchemaForm(LeadListName, { name: list?.name ?? '' })
  const submit = form.handleSubmit(input =>
    save.mutate(input, {
      onSuccess: saved => {
        onClose()
        onSaved?.(saved)
      },
      onError: error => {
        const errorType = problemOf(error)?.errorType
        if (errorType === 'LIST_NAME_TAKEN') return showRefusalAt(form, 'name', error)
        if (errorType === 'NOT_FOUND') onClose()
        showError(`The ${kind} was not saved`, error)
      },
    }),
  )
  return (
    <FormDialog
      title={`${list ? 'Rename' : 'New'} ${kind}`}
      action={list ? 'Rename' : `Create ${kind === 'tag' ? 'Tag' : 'List'}`}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField form={form} name="name" label="Name" autoComplete="off" />
    </FormDialog>
  )
}
