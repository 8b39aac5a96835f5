import type { Problem } from '#contract/errors.ts'
import { SearchForm } from '#contract/searches.ts'

type Field = keyof SearchForm
const isField = (path: string): path is Field => path in SearchForm.shape

/** The errors of a refused search by form field. The API's `businessCategory` is `businessType` in the form. */
export function formIssues(problem: Problem | undefined): { field: Field; message: string }[] {
  if (problem?.errorType === 'UNKNOWN_LOCATION') return [{ field: 'location', message: problem.message }]
  return (problem?.issues ?? []).flatMap(({ path, message }) => {
    const field = path === 'businessCategory' ? 'businessType' : path
    return isField(field) ? [{ field, message }] : []
  })
}
