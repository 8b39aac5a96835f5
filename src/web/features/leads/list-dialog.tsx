import { type LeadList, LeadListName, type ListKind } from '#contract/leads/lead-lists.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { showError } from '../../shared/api/failures.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { DialogChoice } from '../../shared/ui/dialog-choice.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { useSaveLeadList } from './lead-lists.queries.ts'

type ListDialogProps = {
  kind: ListKind
  /** The list to rename. Without it, a new list is created. */
  list?: LeadList
  onClose: () => void
  onSaved?: (list: LeadList) => void
}

/** Asks for the name of a list or a tag. */
export default function ListDialog({ kind, list, onClose, onSaved }: ListDialogProps) {
  const save = useSaveLeadList(kind, list?.id)
  const { register, handleSubmit, setError, formState } = useForm<LeadListName>({
    resolver: zodResolver(LeadListName),
    defaultValues: { name: list?.name ?? '' },
  })
  const submit = handleSubmit(input =>
    save.mutate(input, {
      onSuccess: saved => {
        onClose()
        onSaved?.(saved)
      },
      onError: error => {
        const problem = problemOf(error)
        if (problem?.errorType === 'LIST_NAME_TAKEN')
          setError('name', { message: problem.message }, { shouldFocus: true })
        else showError(`The ${kind} was not saved`, error)
      },
    }),
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={save.isPending}
      title={`${list ? 'Rename' : 'New'} ${kind}`}
      footer={
        <DialogChoice onCancel={onClose} type="submit" form="list-name" isLoading={save.isPending}>
          {list ? 'Rename' : `Create ${kind === 'tag' ? 'Tag' : 'List'}`}
        </DialogChoice>
      }
    >
      <form id="list-name" noValidate onSubmit={event => void submit(event)}>
        <Field label="Name" error={formState.errors.name?.message}>
          {props => <Input {...props} {...register('name')} autoComplete="off" maxLength={80} />}
        </Field>
      </form>
    </Dialog>
  )
}
