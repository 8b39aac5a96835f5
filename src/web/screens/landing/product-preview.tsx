import { Search } from 'lucide-react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { SuggestInput } from '../../features/searches/suggest-input.tsx'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { useEarlyPress } from '../../shared/use-early-press.ts'
import { PreviewRows } from './preview-rows.tsx'
import { type Asked, exampleWords } from './product-preview.rules.ts'

const LivePreview = lazyPart(() => import('./live-preview.tsx'), { waiting: <PreviewRows isWaiting /> })

const fieldProps = { required: true, minLength: 2, maxLength: 200 } as const

/** A search to try before signing up. Without scripts, the form leads to the registration with both fields. */
export function ProductPreview() {
  const [{ asked, times }, setAsked] = useState<{ asked?: Asked; times: number }>({ times: 0 })
  const form = useRef<HTMLFormElement>(null)
  const categoryField = useRef<HTMLInputElement>(null)
  const placeField = useRef<HTMLInputElement>(null)
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [category, place] = [categoryField, placeField].map(({ current }) => current?.value.trim() ?? '')
    if (category && place) setAsked({ asked: { category, place }, times: times + 1 })
  }
  useEarlyPress(form)
  return (
    <Card className="rounded-xl shadow-float">
      <form
        ref={form}
        action={paths.register}
        aria-label="Try a search"
        data-stays
        onSubmit={ask}
        className="grid grid-cols-[1fr_auto] items-center gap-2 rounded-t-xl border-b border-line bg-sunken/60 p-3 sm:grid-cols-[1fr_1fr_auto]"
      >
        <div className="max-sm:col-span-full">
          <SuggestInput
            {...fieldProps}
            isPublic
            kind="category"
            ref={categoryField}
            name="category"
            aria-label="Business category"
            defaultValue={exampleWords.category}
            onChoose={text => setValue(categoryField, text)}
          />
        </div>
        <div className="sm:[&_ul]:right-0 sm:[&_ul]:left-auto">
          <SuggestInput
            {...fieldProps}
            isPublic
            kind="place"
            ref={placeField}
            name="place"
            aria-label="City, state or ZIP"
            defaultValue={exampleWords.place}
            onChoose={text => setValue(placeField, text)}
          />
        </div>
        <Button type="submit" variant="primary">
          <Search className="size-4 max-sm:hidden" />
          Show leads
        </Button>
      </form>
      <LivePreview
        // Mounted anew, so that a search that failed is tried again.
        key={times}
        asked={asked}
        onExample={place => {
          if (placeField.current?.value === exampleWords.place) setValue(placeField, place)
        }}
      />
    </Card>
  )
}

function setValue({ current }: RefObject<HTMLInputElement | null>, text: string): void {
  if (current) current.value = text
}
