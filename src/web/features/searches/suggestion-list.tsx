import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useCombobox } from 'downshift'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import type { QueryOf } from '#contract/endpoint.ts'
import { minTypedLength, suggest, suggestInPublic, type Suggestion } from '#contract/searches/suggestions.ts'
import { call } from '../../shared/api/call.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { closedCombobox, type ComboboxProps, type ListBehavior } from './combobox.ts'

type Asked = QueryOf<typeof suggest>
type SuggestionListProps = {
  ref: Ref<ListBehavior>
  input: HTMLInputElement
  isPublic: boolean
  asked: Asked
  onChange: (combobox: ComboboxProps) => void
  onChoose: (text: string) => void
}

const KEPT_FOR_MS = 60_000
const noSuggestions: Suggestion[] = []

/** A failure is not reported, because the field works without suggestions. */
const suggestionsQuery = ({ near, radius, ...typed }: Asked, isPublic: boolean) =>
  queryOptions({
    queryKey: ['suggestions', { near, radius, ...typed }],
    queryFn: ({ signal }) =>
      isPublic
        ? call(suggestInPublic, { query: typed, signal })
        : call(suggest, { query: { ...typed, near, radius }, signal }),
    staleTime: KEPT_FOR_MS,
    retry: false,
  })

/** The list under a field. It handles the keys of the ARIA pattern for a combobox. */
export default function SuggestionList({ ref, input, isPublic, asked, onChange, onChoose }: SuggestionListProps) {
  const isLongEnough = asked.q.trim().length >= minTypedLength
  const words = asked.q.trim().toLowerCase()
  const { data, isPlaceholderData } = useQuery({
    ...suggestionsQuery(asked, isPublic),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  const items = useMemo(() => {
    const found = isLongEnough ? (data?.suggestions ?? noSuggestions) : noSuggestions
    // Of the suggestions for a shorter text, only those that still fit can be chosen until the new ones arrive.
    return isPlaceholderData ? found.filter(({ text }) => text.toLowerCase().startsWith(words)) : found
  }, [data, isLongEnough, isPlaceholderData, words])
  const { isOpen, highlightedIndex, setHighlightedIndex, closeMenu, getInputProps, getMenuProps, getItemProps } =
    useCombobox({
      items,
      inputId: input.id,
      inputValue: asked.q,
      // The user may have typed before this code was loaded, and may have left the field since.
      initialIsOpen: isLongEnough && document.activeElement === input,
      selectedItem: null,
      itemToString: item => item?.text ?? '',
      // Leaving the field keeps what was typed.
      stateReducer: (state, { type, changes }) =>
        type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: state.selectedItem } : changes,
      onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem.text),
    })
  // If other suggestions arrive, the same text stays highlighted, even if its position changes.
  const highlighted = useRef<{ items: readonly Suggestion[]; text: string | undefined }>({ items, text: undefined })
  useLayoutEffect(() => {
    const before = highlighted.current
    const index = before.items === items ? highlightedIndex : items.findIndex(({ text }) => text === before.text)
    if (index !== highlightedIndex) setHighlightedIndex(index)
    highlighted.current = { items, text: items[index]?.text }
  }, [items, highlightedIndex, setHighlightedIndex])
  const isComplete = items.some(({ text }) => text.toLowerCase() === words)
  const isShown = isOpen && items.length > 0 && !isComplete
  const props = getInputProps({ ref: () => {} }, { suppressRefError: true })
  const { 'aria-controls': controls, 'aria-activedescendant': active } = props
  useImperativeHandle(ref, () => ({
    onChange: props.onChange,
    onBlur: props.onBlur,
    onKeyDown: event => {
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      const isChoice = event.key === 'Enter' && highlightedIndex >= 0
      // Enter submits the text, so the list of suggestions for it closes.
      if (event.key === 'Enter' && !isChoice) closeMenu()
      if (isArrow || (isShown && (isChoice || event.key === 'Escape'))) props.onKeyDown?.(event)
    },
  }))
  useEffect(() => {
    onChange({
      ...closedCombobox,
      ...(isShown && { 'aria-expanded': true, 'aria-controls': controls, 'aria-activedescendant': active }),
    })
  }, [onChange, isShown, controls, active])
  return (
    <>
      <ul
        {...getMenuProps({ 'aria-label': 'Suggestions' })}
        hidden={!isShown}
        className="absolute top-full left-0 z-30 mt-1 max-h-60 w-full min-w-[min(21rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1 text-sm shadow-float"
      >
        {isShown &&
          items.map((item, index) => (
            <li
              key={item.text}
              {...getItemProps({ item, index })}
              className={clsx(
                'flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 touch:min-h-11',
                index === highlightedIndex && 'bg-sunken',
              )}
            >
              <span className="min-w-0 truncate">{item.text}</span>
              <span className="shrink-0 text-xs text-ink-3 tabular-nums">{detailOf(item, asked.near)}</span>
            </li>
          ))}
      </ul>
      <output className="sr-only">{isShown && count(items.length, 'suggestion')}</output>
    </>
  )
}

const unloaded = { real: null, sample: 'sample', none: 'not loaded yet' }

function detailOf(item: Suggestion, near = ''): string {
  if (item.kind === 'category')
    return item.matches === null ? '' : `${formatNumber(item.matches)} near ${near.split(',')[0] ?? near}`
  const people = item.population === null ? null : `${formatPeople(item.population)} people`
  return [people, unloaded[item.places]].filter(part => part !== null).join(' · ')
}

const formatPeople = (population: number): string =>
  new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(population)
