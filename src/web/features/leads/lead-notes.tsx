import { useRef, useState } from 'react'
import { statusNames } from '#contract/leads/lead-status.ts'
import type { LeadEvent, LeadNote, LeadWorkDetails } from '#contract/leads/lead-work.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { count, formatDate, formatTime } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Textarea } from '../../shared/ui/input.tsx'
import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useKey } from '../../shared/use-key.ts'
import { leadWorkRead, useAddNote, useDeleteNote, useEditNote } from './lead-work.queries.ts'
import { useNoteDraft } from './note-drafts.ts'

export function LeadNotes({ lead }: { lead: Lead }) {
  return (
    <section aria-labelledby="notes-title" className="mt-5 border-t border-line pt-4">
      <h3 id="notes-title" className="text-sm font-semibold">
        Notes
      </h3>
      <NewNote leadId={lead.id} />
      <ReadContent read={leadWorkRead(lead.id)} waiting={<Skeleton className="mt-3 h-5 w-1/2 animate-late" />}>
        {({ lists, notes, history }) => (
          <>
            <InLists lists={lists} />
            {notes.length > 0 && (
              <ul className="mt-3 flex flex-col gap-3">
                {notes.map(note => (
                  <Note key={note.id} leadId={lead.id} note={note} />
                ))}
              </ul>
            )}
            <History history={history} />
          </>
        )}
      </ReadContent>
    </section>
  )
}

function InLists({ lists }: Pick<LeadWorkDetails, 'lists'>) {
  const names = lists.filter(({ kind }) => kind === 'list').map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p className="mt-3 text-sm text-ink-2">
      {names.length === 1 ? 'List' : 'Lists'}: {names.join(', ')}
    </p>
  )
}

function NewNote({ leadId }: { leadId: number }) {
  const { text = '', change, settle } = useNoteDraft({ leadId })
  const add = useAddNote(leadId, settle)
  const field = useRef<HTMLTextAreaElement>(null)
  useKey('n', () => field.current?.focus())
  return (
    <NoteFields
      ref={field}
      label="New note"
      text={text}
      onText={change}
      onSave={() => add.mutate(text)}
      isSaving={add.isPending}
      saveLabel="Add Note"
      saved={add.isSuccess && 'Note added'}
    />
  )
}

type NoteFieldsProps = {
  ref?: React.Ref<HTMLTextAreaElement>
  label: string
  text: string
  onText: (text: string) => void
  onSave: () => void
  isSaving: boolean
  saveLabel: string
  saved?: string | false
  onCancel?: () => void
}

/** A text area with its button. Ctrl+Enter or Cmd+Enter also saves. */
function NoteFields({ ref, label, text, onText, onSave, isSaving, saveLabel, saved, onCancel }: NoteFieldsProps) {
  const isEmpty = text.trim() === ''
  return (
    <form
      className="mt-2 flex flex-col items-start gap-2"
      onSubmit={event => {
        event.preventDefault()
        if (!isEmpty && !isSaving) onSave()
      }}
    >
      <Textarea
        ref={ref}
        data-waits
        aria-label={label}
        placeholder="What was said, and what comes next"
        rows={2}
        className="min-h-18!"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" aria-disabled={isEmpty} isLoading={isSaving}>
          {saveLabel}
        </Button>
        <output className="sr-only">{saved}</output>
        {onCancel && (
          <Button size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function Note({ leadId, note }: { leadId: number; note: LeadNote }) {
  const { text: edited, change: setEdited, settle } = useNoteDraft({ leadId, noteId: note.id })
  const edit = useEditNote(leadId, settle)
  const remove = useDeleteNote(leadId)
  const [isAsking, setIsAsking] = useState(false)
  if (edited !== undefined)
    return (
      <li>
        <NoteFields
          label="Edited note"
          text={edited}
          onText={setEdited}
          onSave={() => edit.mutate({ noteId: note.id, body: edited })}
          isSaving={edit.isPending}
          saveLabel="Save Note"
          onCancel={() => setEdited(undefined)}
        />
      </li>
    )
  return (
    <li className="text-sm">
      <p className="wrap-anywhere whitespace-pre-wrap">{note.body}</p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
        {formatTime(note.createdAt)}
        {note.editedAt !== null && ', edited'}
        <Button variant="link" size="inline" onClick={() => setEdited(note.body)}>
          Edit<span className="sr-only"> note</span>
        </Button>
        <Button variant="link" size="inline" onClick={() => setIsAsking(true)}>
          Delete<span className="sr-only"> note</span>
        </Button>
      </p>
      {isAsking && (
        <RemovalDialog
          title="Delete this note?"
          description="You cannot undo this."
          keep="Keep note"
          remove="Delete note"
          isBusy={remove.isPending}
          onClose={() => setIsAsking(false)}
          onRemove={() => remove.mutate(note.id)}
        />
      )}
    </li>
  )
}

function History({ history }: Pick<LeadWorkDetails, 'history'>) {
  if (history.length === 0) return null
  return (
    <details className="mt-4 text-sm">
      <summary className="cursor-pointer text-ink-2">History: {count(history.length, 'change')}</summary>
      <ul className="mt-2 flex flex-col gap-1">
        {history.map(event => (
          <li key={event.id} className="flex flex-wrap justify-between gap-x-3">
            <span>{wordsOf(event)}</span>
            <span className="text-ink-3 tabular-nums">{formatTime(event.at)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const words: Record<LeadEvent['kind'], (event: LeadEvent) => string> = {
  status: ({ was, becomes }) => `${statusName(was)} → ${statusName(becomes)}`,
  followUp: ({ becomes }) => (becomes === null ? 'Follow-up removed' : `Follow-up on ${formatDate(becomes)}`),
  list: ({ was, becomes }) => (becomes === null ? `Removed from ${was ?? 'a list'}` : `Added to ${becomes}`),
  tag: ({ was, becomes }) => (becomes === null ? `Tag removed: ${was ?? ''}` : `Tagged ${becomes}`),
  doNotContact: ({ becomes }) => (becomes === null ? 'Removed from your do-not-contact list' : 'Do not contact'),
  note: ({ becomes }) => `Note ${becomes ?? 'changed'}`,
}
const wordsOf = (event: LeadEvent): string => words[event.kind](event)
const statusName = (name: string | null): string => Object.entries(statusNames).find(([key]) => key === name)?.[1] ?? ''
