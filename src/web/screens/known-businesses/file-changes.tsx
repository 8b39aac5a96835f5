import { useInfiniteQuery } from '@tanstack/react-query'
import type { FileSummary } from '#contract/leads/filled-files.ts'
import {
  changeStates,
  type ChangeState,
  changeWords,
  countOf,
  type FileChange,
} from '#contract/leads/followed-files.ts'
import { changeKinds } from '#contract/leads/known-businesses.ts'
import { PagedContent } from '../../shared/api/query-content.tsx'
import { capitalized, formatDate, formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { TableLoading } from '../../shared/ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import { useAddressTab } from '../../shared/use-address-tab.ts'
import { useKey, useLetterShortcuts } from '../../shared/use-key.ts'
import { DecideAll } from './decide-all.tsx'
import { changesRead, useChangesFile, useDecideChange } from './file-changes.queries.ts'

const states = Object.keys(changeStates) as ChangeState[]

/** What has changed about the businesses of a followed file, and the user's decisions about it. */
export function FileChanges({ summary: { file, pullsLeft } }: { summary: FileSummary }) {
  const { id, openChanges } = file
  const tab = useAddressTab('changes', 'open', states)
  const { isPending } = useInfiniteQuery(changesRead(id, tab.value))
  const download = useChangesFile(id)
  const open = countOf(openChanges)
  return (
    <section aria-labelledby="changes-title" data-loading={isPending || undefined} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="changes-title" className="text-base font-semibold">
          Changes since you followed this file
        </h2>
        <Button size="sm" className="sm:-my-1" isLoading={download.isPending} onClick={() => download.mutate()}>
          Download the changes
        </Button>
      </div>
      {open > 0 && <p className="mb-1 text-sm text-ink-2">{capitalized(changeWords(openChanges))}.</p>}
      <Tabs {...tab}>
        <TabList aria-label="Changes" className="mb-3">
          {states.map(state => (
            <Tab key={state} value={state}>
              {changeStates[state]}
            </Tab>
          ))}
        </TabList>
        {states.map(state => (
          <TabPanel key={state} value={state}>
            {state === 'open' && <DecideAll id={id} open={open} pullsLeft={pullsLeft} />}
            <ChangeList id={id} state={state} isActive={file.isFollowed && !file.isPaused} />
          </TabPanel>
        ))}
      </Tabs>
    </section>
  )
}

const nothing: Record<ChangeState, string> = {
  open: 'No changes to decide about.',
  accepted: 'You have not accepted a change yet. The file that you download contains what you accept.',
  ignored: 'You have not ignored a change yet. What you ignore does not come back until it changes again.',
}

const pressed = (name: 'accept' | 'ignore') => () =>
  document.activeElement?.closest('li')?.querySelector<HTMLElement>(`[name="${name}"]`)?.click()

type ListProps = {
  id: number
  state: ChangeState
  /** Whether the file is compared with each new release. */
  isActive: boolean
}

function ChangeList({ id, state, isActive }: ListProps) {
  const hasLetters = useLetterShortcuts()
  useKey('a', pressed('accept'))
  useKey('i', pressed('ignore'))
  return (
    <PagedContent read={changesRead(id, state)} waiting={<TableLoading label="Loading the changes" />}>
      {(changes, end) =>
        changes.length === 0 ? (
          <p className="text-sm text-pretty text-ink-2">
            {nothing[state]} {state === 'open' && isActive && 'We compare this file with each new release.'}
          </p>
        ) : (
          <>
            {state === 'open' && hasLetters && (
              <p className="mb-2 text-xs text-ink-3 touch:hidden">
                When a change has the focus, A accepts it, and I ignores it.
              </p>
            )}
            <Card>
              <ul className="divide-y divide-line">
                {changes.map(change => (
                  <Change key={`${change.row} ${change.kind}`} id={id} change={change} />
                ))}
              </ul>
            </Card>
            {end}
          </>
        )
      }
    </PagedContent>
  )
}

type ChangeProps = { id: number; change: FileChange }

const nameOf = ({ name, row }: FileChange): string => name || `Row ${row}`

function Change({ id, change }: ChangeProps) {
  const { row, kind, was, is, source, seenOn, foundAt } = change
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 basis-64 grow wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{nameOf(change)}</span>
          <Badge tone={kind === 'closed' || kind === 'unlisted' ? 'danger' : 'amber'}>{changeKinds[kind].label}</Badge>
        </p>
        {(was !== '' || is !== '') && (
          <p>
            {was !== '' && <s className="text-ink-3 before:sr-only before:content-['was_']">{was}</s>} {is}
          </p>
        )}
        <p className="text-xs text-ink-3">
          Row {row}, {source}, {seenOn === null ? `found ${formatDayOf(foundAt)}` : formatDate(seenOn)}
        </p>
      </div>
      <Decision id={id} change={change} />
    </li>
  )
}

/** Buttons for one change. They stay where they are, so that each decision can be undone in place. */
function Decision({ id, change }: ChangeProps) {
  const { kind, state, costsPull } = change
  const decide = useDecideChange(id, change)
  const hasLetters = useLetterShortcuts()
  const what = <span className="sr-only">{` ${nameOf(change)}, ${changeKinds[kind].label}`}</span>
  // The button that replaces the pressed one gets its focus.
  const common = { size: 'sm', disabled: decide.isPending && decide.variables.is !== state } as const
  return (
    <div className="flex items-center sm:min-w-44 sm:justify-end">
      <output>{state !== 'open' && <Badge className="mr-2">{changeStates[state]}</Badge>}</output>
      {state === 'open' ? (
        <>
          <SingleClickButton
            {...common}
            name="accept"
            aria-keyshortcuts={hasLetters ? 'a' : undefined}
            onClick={event => {
              focusNext(event.currentTarget)
              decide.mutate({ is: 'accepted', maxPulls: costsPull ? 1 : 0 })
            }}
          >
            {costsPull ? 'Accept (1 lead)' : 'Accept'}
            {what}
          </SingleClickButton>
          <SingleClickButton
            {...common}
            variant="ghost"
            className="ml-2"
            name="ignore"
            aria-keyshortcuts={hasLetters ? 'i' : undefined}
            onClick={event => {
              focusNext(event.currentTarget)
              decide.mutate({ is: 'ignored' })
            }}
          >
            Ignore{what}
          </SingleClickButton>
        </>
      ) : (
        <SingleClickButton {...common} variant="ghost" onClick={() => decide.mutate({ is: 'open' })}>
          Undo{what}
        </SingleClickButton>
      )}
    </div>
  )
}

/** Moves the focus to the next open change, so that the next key decides that one. */
function focusNext(button: HTMLElement): void {
  const own = button.closest('li')?.querySelector<HTMLElement>('[name="accept"]')
  const all = [...document.querySelectorAll<HTMLElement>('[name="accept"]')]
  if (own) all[all.indexOf(own) + 1]?.focus()
}
