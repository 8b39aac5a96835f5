import { saveSearch, SavedSearchInput } from '#contract/searches/saved-searches.ts'
import type { Search } from '#contract/searches/searches.ts'
import { searchLabel } from '../../features/searches/search-words.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { FormDialog } from '../../shared/form/form-dialog.tsx'
import { TextField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { capitalized, formatTime } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { TextLink } from '../../shared/ui/links.tsx'

const firstNews = (nextEmailAt: string | null): string =>
  nextEmailAt === null
    ? '“Saved searches” will show what newer releases of places bring.'
    : `The first email can come on ${formatTime(nextEmailAt)}, if a newer release has brought something by then.`

export default function SaveSearchDialog({ search, onClose }: { search: Search; onClose: () => void }) {
  const save = useMutation({
    mutationFn: (body: SavedSearchInput) => call(saveSearch, { body }),
    onSuccess: ({ nextEmailAt }, _input, client) => {
      void client.invalidateQueries({ queryKey: ['saved-searches'] })
      showToast({ title: 'Search saved', description: firstNews(nextEmailAt) })
      onClose()
    },
    failure: 'The search was not saved',
  })
  const form = useSchemaForm(SavedSearchInput, {
    searchId: search.id,
    name: capitalized(searchLabel(search)).slice(0, 100),
  })
  return (
    <FormDialog
      title="Save this search"
      description="When we load a newer release of places, we compare it with this search: new businesses, and changes to your leads. Saving costs nothing."
      action="Save"
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(input => save.mutate(input))}
    >
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <p className="text-sm text-ink-2">
        <TextLink href={paths.savedSearches}>Saved searches</TextLink> has the news, and the settings for emails.
      </p>
    </FormDialog>
  )
}
