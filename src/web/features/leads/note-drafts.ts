import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UNSAVED } from '../../shared/session/session.queries.ts'

type Of = { leadId: number; /** Unset for a new note. */ noteId?: number }
const keyOf = ({ leadId, noteId }: Of) => [UNSAVED, 'note', leadId, noteId ?? 'new']

type Draft = {
  text: string | undefined
  /** `undefined` ends the draft. */
  change: (text: string | undefined) => void
  /** Removes the saved text from the draft. What the user typed while it was being saved stays. */
  settle: (saved: string) => void
}

/** The unsaved text of a note. It waits while the details of the lead are closed or the session has ended. */
export function useNoteDraft(of: Of): Draft {
  const client = useQueryClient()
  const queryKey = keyOf(of)
  // A field needs its new text at once. The cache notifies later, and the cursor would jump to the end.
  const [text, setText] = useState(() => client.getQueryData<string>(queryKey))
  const change = (changed: string | undefined) => {
    setText(changed)
    if (changed === undefined) return client.removeQueries({ queryKey })
    client.setQueryDefaults([UNSAVED], { gcTime: Infinity })
    client.setQueryData<string>(queryKey, changed)
  }
  // The details may be closed by now, so the text is read from the cache.
  const settle = (saved: string) => change(unsavedOf(of, { saved, typed: client.getQueryData<string>(queryKey) }))
  return { text, change, settle }
}

/**
 * The part of a text that is not saved yet. If the user continued a new note while it was saved, only the added text
 * remains, as another note. For an edited note, the whole text remains and replaces what was saved.
 */
function unsavedOf({ noteId }: Of, { saved, typed }: { saved: string; typed: string | undefined }): string | undefined {
  if (typed === undefined || typed === saved) return undefined
  const isContinued = noteId === undefined && typed.startsWith(saved)
  return isContinued ? typed.slice(saved.length).trimStart() || undefined : typed
}
