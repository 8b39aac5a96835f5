import { LandPlot } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { plans } from '#contract/plans.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { lastPlaceOf, putOutline, startOfLastPlace } from '../../features/searches/search-criteria.ts'
import { SuggestInput } from '../../features/searches/suggest-input.tsx'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'

const DrawArea = lazyDialog(() => import('./draw-area.tsx'))

/**
 * One place, or several separated by semicolons. Drawn areas count as places. `near` is the place of the search on
 * screen: of two towns with the same name, the nearer one is suggested first.
 */
export function LocationField({ near }: { near: string | undefined }) {
  const { register, getValues, setValue, formState } = useFormContext<SearchForm>()
  const { areasPerSearch } = plans[useUser().subscriptionTier]
  const change = (location: string) =>
    setValue('location', location, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  // A field of one line would join the lines of a pasted list.
  const pasteList = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = linesOf(event.clipboardData.getData('text'))
    if (lines.length < 2) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    change(value.slice(0, selectionStart ?? 0) + lines.join('; ') + value.slice(selectionEnd ?? value.length))
  }
  return (
    <Field
      label="Location"
      error={formState.errors.location?.message}
      hint={areasPerSearch > 1 ? `Up to ${areasPerSearch}, separated by “;”` : undefined}
    >
      {props => (
        <div className="relative">
          <SuggestInput
            {...props}
            {...register('location')}
            kind="place"
            near={near}
            startOf={startOfLastPlace}
            onPaste={pasteList}
            onChoose={place => {
              const before = getValues('location').slice(0, startOfLastPlace(getValues('location')))
              change(before === '' ? place : `${before} ${place}`)
            }}
            placeholder="City, State or ZIP"
            className="pr-10 touch:pr-11"
          />
          <DrawButton onDrawn={change} />
        </div>
      )}
    </Field>
  )
}

/** Opens a map to draw on. What is drawn becomes the last place of the location, and can be changed again. */
function DrawButton({ onDrawn }: { onDrawn: (location: string) => void }) {
  const { getValues, setValue } = useFormContext<SearchForm>()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const where = () => ({ location: getValues('location'), outlines: getValues('outlines') })
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Draw an area"
        title="Draw an area"
        onClick={() => setOpen(true)}
        className="absolute! top-0 right-0"
      >
        <LandPlot className="size-4" />
      </Button>
      {isOpen && (
        <DrawArea
          {...lastPlaceOf(where())}
          onClose={close}
          onUse={outline => {
            const { location, outlines } = putOutline(where(), outline)
            setValue('outlines', outlines, { shouldDirty: true })
            onDrawn(location)
            close()
          }}
        />
      )}
    </>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(line => line !== '')
