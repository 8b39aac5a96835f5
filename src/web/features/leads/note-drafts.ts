import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

const DRAFTS = 'note-draft'
type Of = { leadId: number; /** Unset for a new note. */ noteId?: number }
const keyOf = ({ leadId, noteId }: Of) => [DRAFTS, leadId, noteId ?? 'new']

/** The unsaved text of a note. It waits while the details of the lead are closed, until the page or the user changes. */
export function useNoteDraft(of: Of): [string | undefined, (text: string | undefined) => void] {
  const client = useQueryClient()
  // The cache tells its observers too late for a field: the cursor would jump to the end.
  const [text, setText] = useState(() => client.getQueryData<string>(keyOf(of)))
  const change = (changed: string | undefined) => {
    setText(changed)
    if (changed === undefined) return dropNoteDraft(client, of)
    client.setQueryDefaults([DRAFTS], { gcTime: Infinity })
    client.setQueryData<string>(keyOf(of), changed)
  }
  return [text, change]
}

export const dropNoteDraft = (client: QueryClient, of: Of): void => client.removeQueries({ queryKey: keyOf(of) })
