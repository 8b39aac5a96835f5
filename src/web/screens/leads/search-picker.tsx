import clsx from 'clsx'
import { useSelect } from 'downshift'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Search } from '#contract/searches/searches.ts'
import { searchDetails, searchLabel } from '../../features/searches/search-words.ts'
import { Field } from '../../shared/ui/field.tsx'
import { controlClass } from '../../shared/ui/input.tsx'

type SearchPickerProps = {
  /** Newest first. */
  searches: Search[]
  chosen: Search | undefined
  onChoose: (search: Search) => void
}

/** A list box of past searches, by the ARIA pattern. A second line says when each was and what it found. */
export function SearchPicker({ searches, chosen, onChoose }: SearchPickerProps) {
  return (
    <div className="max-w-md">
      <Field label="Search" hint={chosen && searchDetails(chosen)}>
        {({ id, 'aria-describedby': describedBy }) => (
          <ListBox id={id} describedBy={describedBy} searches={searches} chosen={chosen} onChoose={onChoose} />
        )}
      </Field>
    </div>
  )
}

type ListBoxProps = SearchPickerProps & { id: string; describedBy: string | undefined }

const PORTION = 200

function ListBox({ id, describedBy, searches, chosen, onChoose }: ListBoxProps) {
  const { isOpen, highlightedIndex, getToggleButtonProps, getMenuProps, getItemProps } = useSelect({
    items: searches,
    toggleButtonId: id,
    selectedItem: chosen ?? null,
    itemToString: search => (search === null ? '' : searchLabel(search)),
    itemToKey: search => search?.id,
    // Leaving the list chooses nothing.
    stateReducer: (state, { type, changes }) =>
      type === useSelect.stateChangeTypes.ToggleButtonBlur ? { ...changes, selectedItem: state.selectedItem } : changes,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
  })
  const [shown, setShown] = useState(PORTION)
  return (
    <div className="relative">
      <button
        type="button"
        // The field has a label, which also names the button.
        {...getToggleButtonProps({ 'aria-labelledby': undefined, 'aria-describedby': describedBy })}
        className={clsx(controlClass, 'flex items-center justify-between gap-3 text-left')}
      >
        <span className="min-w-0 truncate">{chosen ? searchLabel(chosen) : 'Choose a search'}</span>
        <ChevronDown className="size-4 shrink-0 text-ink-3" />
      </button>
      <ul
        {...getMenuProps({ 'aria-label': 'Searches' })}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
          scrollTop + 2 * clientHeight >= scrollHeight && setShown(shown + PORTION)
        }
        hidden={!isOpen}
        className="absolute top-full left-0 z-30 mt-1 max-h-96 w-full overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1 text-sm shadow-float"
      >
        {isOpen &&
          searches.slice(0, Math.max(shown, highlightedIndex + 1)).map((search, index) => (
            <li
              key={search.id}
              {...getItemProps({ item: search, index })}
              className={clsx(
                'flex min-h-12 cursor-pointer flex-col justify-center rounded-md px-2.5 py-1.5 [contain-intrinsic-height:auto_3rem] [content-visibility:auto]',
                index === highlightedIndex && 'bg-sunken',
              )}
            >
              <span className={clsx('wrap-anywhere', search.id === chosen?.id && 'font-medium')}>
                {searchLabel(search)}
              </span>{' '}
              <span className="text-xs text-ink-3 tabular-nums">{searchDetails(search)}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}
