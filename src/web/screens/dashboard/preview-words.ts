import type { SearchForm } from '#contract/searches/search-form.ts'
import type { MentionedError, NoPreview, SearchPreview } from '#contract/searches/search-preview.ts'
import { beingPrepared } from '../../features/searches/being-prepared.ts'
import { newWords } from '../../features/searches/new-words.ts'
import { count, formatNumber } from '../../shared/format.ts'

const noteOf: Record<MentionedError, string | null> = {
  // The user may still be typing.
  UNKNOWN_LOCATION: null,
  CATEGORY_UNSURE: 'We will ask what you mean before anything is charged.',
  AMBIGUOUS_LOCATION: 'We will ask which place you mean before anything is charged.',
  AREA_BEING_PREPARED: beingPrepared,
  AREA_NOT_LOADED: 'This area is not loaded yet. A search there costs nothing.',
}

/** "139 found · 12 already yours · up to 125 new", or why it is not known. */
export function previewWords(preview: SearchPreview | NoPreview, { outlines }: SearchForm): string | null {
  if ('errorType' in preview) {
    // An outline is never half typed.
    const isOutline = preview.errorType === 'UNKNOWN_LOCATION' && outlines.length > 0
    return isOutline ? preview.message : noteOf[preview.errorType]
  }
  const { matches, owned, known, doNotContact, pulls, pullsLeft } = preview
  if (matches === 0 && doNotContact === 0) return 'Nothing found. A search that finds nothing is free.'
  const parts = [
    `${formatNumber(matches)} found`,
    preview.areas.length > 1 && `costs ${count(preview.searches, 'search', 'searches')}`,
    owned !== null && owned > 0 && `${formatNumber(owned)} already yours`,
    known !== null && known > 0 && `${formatNumber(known)} you know`,
    doNotContact > 0 && `${formatNumber(doNotContact)} on your do-not-contact list left out`,
    newWords(pulls, Math.max(0, pullsLeft)),
    preview.isSample ? 'sample data' : preview.coverage === 'partial' && 'this area is partly loaded',
  ]
  // A line breaks only after a dot.
  return parts
    .filter(part => part !== false)
    .map(part => part.replaceAll(' ', '\u00A0'))
    .join('\u00A0· ')
}
