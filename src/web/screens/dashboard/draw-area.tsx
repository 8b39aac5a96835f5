import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { allowsPolygons, drawnAreasMessage } from '#contract/plans.ts'
import type { Outline } from '#contract/searches/search-areas.ts'
import { minTypedLength, suggest } from '#contract/searches/suggestions.ts'
import { call } from '../../shared/api/call.ts'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Textarea } from '../../shared/ui/input.tsx'
import { Segments } from '../../shared/ui/segments.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import type { DrawingMode } from './draw-outline.ts'
import { outlineText, readOutline } from './outline.rules.ts'

const MapToDrawOn = lazyPart(() => import('./map-to-draw-on.tsx'), { waiting: <Skeleton className="h-full w-full" /> })

type DrawAreaProps = {
  /** The area to change; null for a new one. */
  outline: Outline | null
  /** The place around which the map starts. */
  place: string
  onUse: (outline: Outline) => void
  onClose: () => void
}

export default function DrawArea({ outline, place, onUse, onClose }: DrawAreaProps) {
  const isAllowed = allowsPolygons(useUser().subscriptionTier)
  const formId = useId()
  return (
    <Dialog
      onClose={onClose}
      isWide
      title="Draw an area"
      description={`The search finds what is inside it${outline === null && place !== '' ? `, instead of ${place}` : ''}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isAllowed ? (
            <Button variant="primary" type="submit" form={formId}>
              Use this area
            </Button>
          ) : (
            <Link href={paths.subscription} className={buttonClass({ variant: 'primary' })}>
              Upgrade Plan
            </Link>
          )}
        </>
      }
    >
      {isAllowed ? (
        <Drawing formId={formId} outline={outline} place={place} onUse={onUse} />
      ) : (
        <Alert>{drawnAreasMessage}</Alert>
      )}
    </Dialog>
  )
}

const modes: readonly { value: DrawingMode; label: string; help: string }[] = [
  { value: 'polygon', label: 'Outline', help: 'Click or tap each corner, and the first one again to finish.' },
  { value: 'rectangle', label: 'Box', help: 'Click or tap two opposite corners, or drag from one to the other.' },
  { value: 'select', label: 'Move corners', help: 'Drag a corner, or the small dot between two for a new one.' },
]

type DrawingProps = Pick<DrawAreaProps, 'outline' | 'place' | 'onUse'> & { formId: string }

/** The map and the text always show the same area. */
function Drawing({ formId, outline, place, onUse }: DrawingProps) {
  const [text, setText] = useState(outline === null ? '' : outlineText(outline))
  const [mode, setMode] = useState<DrawingMode>(outline === null ? 'polygon' : 'select')
  const [isSubmitted, setSubmitted] = useState(false)
  const typed = useMemo(() => readOutline(text), [text])
  const around = useAround(place)
  const drawn = (corners: Outline) => {
    setText(outlineText(corners))
    setMode('select')
  }
  const missing = isSubmitted ? 'Draw an area on the map, or enter its corners.' : undefined
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={event => {
        // In React, events bubble from a dialog to the form it was opened from.
        event.stopPropagation()
        event.preventDefault()
        setSubmitted(true)
        if (typed.outline) onUse(typed.outline)
      }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segments legend="Drawing" options={modes} value={mode} onChange={setMode} />
        <Button
          variant="ghost"
          size="sm"
          disabled={text === ''}
          onClick={() => {
            setText('')
            setMode('polygon')
          }}
        >
          Clear
        </Button>
      </div>
      <p className="min-h-10 text-sm text-ink-2 sm:min-h-5">{modes.find(({ value }) => value === mode)?.help}</p>
      <div className="h-64 sm:h-[clamp(13rem,calc(86dvh-24.5rem),20rem)]">
        {around && <MapToDrawOn around={around} outline={typed.outline} mode={mode} onDrawn={drawn} />}
      </div>
      <Field
        label="Corners"
        hint="Latitude and longitude of one corner on each line. Two lines are opposite corners of a box."
        error={typed.fault ?? (typed.outline ? undefined : missing)}
      >
        {props => (
          <Textarea
            {...props}
            data-waits
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            placeholder={'40.06, -105.30\n39.96, -105.18'}
            spellCheck={false}
            autoComplete="off"
            className="min-h-24 font-mono tabular-nums"
          />
        )}
      </Field>
    </form>
  )
}

const HALF_DEGREES = 0.2

/** Two corners around the place that the form names; none for an unknown one. Undefined until it is known. */
function useAround(place: string): [longitude: number, latitude: number][] | undefined {
  const q = place.trim()
  const found = useQuery({
    queryKey: ['suggestions', 'first', q],
    queryFn: ({ signal }) => call(suggest, { query: { kind: 'place', q }, signal }),
    enabled: q.length >= minTypedLength,
    retry: false,
  })
  if (found.isLoading) return undefined
  const [first] = found.data?.suggestions ?? []
  if (first?.kind !== 'place' || first.at === null) return []
  const { latitude, longitude } = first.at
  return [
    [longitude - HALF_DEGREES, latitude - HALF_DEGREES],
    [longitude + HALF_DEGREES, latitude + HALF_DEGREES],
  ]
}
