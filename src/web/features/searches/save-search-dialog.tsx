import { useQueryClient } from '@tanstack/react-query'
import { saveSearch, SavedSearchInput } from '#contract/searches/saved-searches.ts'
import type { Search } from '#contract/searches/searches.ts'
import { call } from '../../shared/api/call.ts'
import { showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { capitalized, formatTime } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { DialogChoice } from '../../shared/ui/dialog-choice.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { searchLabel } from './search-words.ts'

type SaveSearchDialogProps = { search: Search; onClose: () => void }

const firstNews = (nextEmailAt: string | null): string =>
  nextEmailAt === null
    ? '“Saved searches” will show what newer releases of places bring.'
    : `The first email can come on ${formatTime(nextEmailAt)}, if a newer release has brought something by then.`

/** Asks for the name under which a search is saved. */
export default function SaveSearchDialog({ search, onClose }: SaveSearchDialogProps) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (body: SavedSearchInput) => call(saveSearch, { body }),
    onSuccess: ({ nextEmailAt }) => {
      void client.invalidateQueries({ queryKey: ['saved-searches'] })
      showToast({ title: 'Search saved', description: firstNews(nextEmailAt) })
      onClose()
    },
    onError: error => showError('The search was not saved', error),
  })
  const { register, handleSubmit, formState } = useForm<SavedSearchInput>({
    resolver: zodResolver(SavedSearchInput),
    defaultValues: { searchId: search.id, name: capitalized(searchLabel(search)).slice(0, 100) },
  })
  const submit = handleSubmit(input => save.mutate(input))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={save.isPending}
      title="Save this search"
      description="When we load a newer release of places, we compare it with this search: new businesses, and changes to your leads. Saving costs nothing."
      footer={
        <DialogChoice onCancel={onClose} type="submit" form="save-search" isLoading={save.isPending}>
          Save
        </DialogChoice>
      }
    >
      <form id="save-search" noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-3">
        <Field label="Name" error={formState.errors.name?.message}>
          {props => <Input {...props} {...register('name')} autoComplete="off" maxLength={100} />}
        </Field>
        <p className="text-sm text-ink-2">
          <TextLink href={paths.savedSearches}>Saved searches</TextLink> has the news, and the settings for emails.
        </p>
      </form>
    </Dialog>
  )
}
