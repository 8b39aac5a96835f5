import clsx from 'clsx'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { reportsPerCall } from '#contract/leads/lead-reports.ts'
import { type LeadAction, leadsPerCall } from '#contract/leads/lead-work.ts'
import { leadsPerCheck, type SiteCheckProgress } from '#contract/leads/site-facts.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { useAsBar } from '../../shared/toast/use-as-bar.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { FollowUpMenu, ListMenu, StatusMenu } from './lead-action-menus.tsx'
import { noteLastChange, useActOnLeads, useLastChange } from './lead-actions.queries.ts'
import { useCheckSites } from './lead-site.queries.ts'
import { ReportMenu } from './report-menu.tsx'
import { type ChosenLeads, usePart, useSelectedIds, useSelection, type WholeList } from './selection.tsx'
import { useExport } from './use-export.ts'

const ownRow = {
  withNews: '@max-[82rem]:order-last @max-[82rem]:basis-full',
  alone: '@max-[68rem]:order-last @max-[68rem]:basis-full',
}

const ClearButton = ({ onClear }: { onClear: () => void }) => (
  <Button
    size="sm"
    variant="ghost"
    className="ml-auto shrink-0"
    aria-label="Clear selection"
    title="Clear selection"
    onClick={onClear}
  >
    <X className="size-4" />
  </Button>
)

/** `done` follows the number of leads: "added to Boulder". `isShown`: lists of leads show the change. */
type Change = (action: LeadAction, done: string, isShown?: boolean) => void

export type LeadActionsProps = {
  shownIds: readonly number[]
  searchId: number | undefined
  /** All matching leads, if only some of them may be loaded. */
  whole?: WholeList | undefined
  /** The list whose leads are shown. */
  listId?: number | undefined
}

/** The actions for the selected leads. The bar floats above the page, so that selecting a lead moves nothing. */
export default function LeadActions({ shownIds, searchId, whole, listId }: LeadActionsProps) {
  const selection = useSelection()
  const selectedIds = useSelectedIds(ids => ids)
  const areAllSelected = shownIds.length > 0 && shownIds.every(id => selectedIds.has(id))
  const { act, undo, progress } = useActOnLeads()
  const sites = useCheckSites()
  const lastChange = useLastChange()
  const isWhole = usePart(selection.whole, chosen => chosen === whole) && whole !== undefined
  const chosen = selection.chosen(whole)
  const place = useAsBar('bar')
  useEffect(() => () => noteLastChange(undefined), [])
  // If all leads of a list are selected, those that load later are selected, too.
  useEffect(() => {
    if (isWhole && !areAllSelected) selection.set(shownIds, true)
  }, [isWhole, areAllSelected, selection, shownIds])
  const clear = () => {
    selection.set([...selectedIds], false)
    noteLastChange(undefined)
  }
  const isBusy = act.isPending || undo.isPending
  const busyWords =
    (progress && `Changing ${doneOf(progress, 'lead')}...`) ??
    (sites.progress && `Reading ${doneOf(sites.progress, 'website')}...`)
  const standing = selectedIds.size === 0 ? lastChange?.words : `${count(chosen.total, 'lead')} selected`
  const change: Change = (action, done, isShown = true) =>
    act.mutate({
      ...chosen.input,
      action,
      isShown,
      words: changed => `${count(changed, 'lead')} ${done}`,
    })
  const hasNews = lastChange !== undefined && selectedIds.size > 0 && !busyWords
  return (
    // The bar takes all available width, so that it can tell whether its content fits in one row.
    <div
      ref={place}
      className="pointer-events-none @container fixed inset-x-3 bottom-3 z-10 sm:right-auto sm:left-[calc(max(0rem,50vw-45rem)+1.5rem+var(--form-width,0rem))] sm:w-[calc(min(100%,90rem)-3rem-var(--form-width,0rem)-var(--panel-width,0rem))] print:hidden"
    >
      <section
        aria-label="Selected leads"
        className={clsx(
          'pointer-events-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-float @max-[50rem]:w-full low:flex-nowrap low:overflow-x-auto low:*:shrink-0',
          hasNews ? '@min-[82rem]:flex-nowrap' : '@min-[68rem]:flex-nowrap',
        )}
      >
        {selectedIds.size > 0 && <SelectAll {...{ areAllSelected, shownIds }} />}
        <output className={clsx('shrink-0 text-sm tabular-nums', hasNews && 'sr-only')}>{busyWords ?? standing}</output>
        {selectedIds.size > 0 && (
          <div
            className={clsx(
              'flex min-w-0 items-center gap-1.5 *:shrink-0 max-sm:-mx-3 max-sm:-my-1 max-sm:w-[calc(100%+1.5rem)] max-sm:overflow-x-auto max-sm:px-3 max-sm:py-1 sm:flex-wrap sm:@max-[50rem]:grid sm:@max-[50rem]:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] sm:@max-[50rem]:has-[>:nth-child(9)]:grid-cols-3 low:-m-0 low:flex low:w-auto low:flex-nowrap low:overflow-visible low:p-0',
              // These get a row of their own below the words, unless both fit in one row.
              hasNews ? ownRow.withNews : ownRow.alone,
            )}
          >
            <ExportSelected chosen={chosen} searchId={searchId} />
            {whole && areAllSelected && !isWhole && whole.total > selectedIds.size && (
              <Button size="sm" variant="link" onClick={() => selection.whole.set(whole)}>
                Select all {formatNumber(whole.total)}
              </Button>
            )}
            {!isWhole && selectedIds.size > leadsPerCall ? (
              <p className="text-sm text-ink-3">Select at most {formatNumber(leadsPerCall)} leads to change them.</p>
            ) : (
              <Actions {...{ isBusy, listId, change }} leadIds={isWhole ? undefined : [...selectedIds]} sites={sites} />
            )}
          </div>
        )}
        {hasNews && (
          <output className="min-w-20 text-sm text-ink-2 tabular-nums max-sm:flex-1 @min-[58rem]:max-w-72">
            {lastChange.words}
          </output>
        )}
        {lastChange && 'batchId' in lastChange && (
          <Button size="sm" variant="link" isLoading={isBusy} onClick={() => undo.mutate(lastChange)}>
            Undo
          </Button>
        )}
        <ClearButton onClear={clear} />
      </section>
    </div>
  )
}

const doneOf = ({ done, total }: { done: number; total: number }, what: string): string =>
  `${formatNumber(done)} of ${count(total, what)}`

type SelectAllProps = Pick<LeadActionsProps, 'shownIds'> & { areAllSelected: boolean }

function SelectAll({ areAllSelected, shownIds }: SelectAllProps) {
  const selection = useSelection()
  return (
    <Checkbox
      label={<span className="whitespace-nowrap">Select all</span>}
      checked={areAllSelected}
      isIndeterminate={!areAllSelected}
      onChange={() => selection.set(shownIds, !areAllSelected)}
    />
  )
}

function ExportSelected({ chosen, searchId }: { chosen: ChosenLeads; searchId: number | undefined }) {
  const selectedExport = useExport()
  return (
    <Button
      size="sm"
      isLoading={selectedExport.isPending}
      onClick={() => selectedExport.mutate({ searchId, ...chosen.input })}
    >
      Export Selected
    </Button>
  )
}

type ActionsProps = {
  isBusy: boolean
  /** Undefined for a whole list, which some actions do not accept. */
  leadIds: number[] | undefined
  listId: number | undefined
  change: Change
  sites: ReturnType<typeof useCheckSites>
}

function Actions({ isBusy, leadIds, listId, change, sites }: ActionsProps) {
  const checkSites = (ids: number[]) =>
    sites.check.mutate(ids, { onSuccess: found => noteLastChange({ words: checkWords(found) }) })
  return (
    <>
      <ListMenu
        kind="list"
        isBusy={isBusy}
        onAdd={({ id, name }) => change({ kind: 'addToList', listId: id }, `added to ${name}`, false)}
      />
      <ListMenu
        kind="tag"
        isBusy={isBusy}
        onAdd={({ id, name }) => change({ kind: 'addToList', listId: id }, `tagged ${name}`)}
        onRemove={({ id, name }) => change({ kind: 'removeFromList', listId: id }, `no longer tagged ${name}`)}
      />
      <StatusMenu isBusy={isBusy} onChange={change} />
      <FollowUpMenu isBusy={isBusy} onChange={change} />
      {leadIds !== undefined && leadIds.length <= reportsPerCall && (
        <ReportMenu leadIds={leadIds} isDisabled={isBusy} isPlain />
      )}
      {leadIds !== undefined && leadIds.length <= leadsPerCheck && (
        <Button size="sm" disabled={isBusy} isLoading={sites.check.isPending} onClick={() => checkSites(leadIds)}>
          Check Websites
        </Button>
      )}
      <Button
        size="sm"
        disabled={isBusy}
        onClick={() => change({ kind: 'doNotContact' }, 'put on your do-not-contact list')}
      >
        Do Not Contact
      </Button>
      {listId !== undefined && (
        <Button
          size="sm"
          disabled={isBusy}
          onClick={() => change({ kind: 'removeFromList', listId }, 'removed from the list', false)}
        >
          Remove from List
        </Button>
      )}
    </>
  )
}

function checkWords({ sites, ended }: { sites: number; ended: SiteCheckProgress['ended'] }): string {
  if (sites === 0) return 'None of these leads has a website to check'
  if (ended === undefined) return `${count(sites, 'website was', 'websites were')} read not long ago`
  const { read, withEmail, failed } = ended
  const found = read === 0 ? '' : `, ${withEmail === 0 ? 'none' : formatNumber(withEmail)} with an email`
  const missed = failed === 0 ? '' : `, ${formatNumber(failed)} could not be read`
  return `${count(read, 'website')} read${found}${missed}`
}
