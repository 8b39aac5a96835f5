import { Component, createRef, type ReactNode } from 'react'
import type { Lead } from '#contract/leads/leads.ts'

/** The lead that the user looks at, its distance from the top of the window, and the control of it with the focus. */
type Kept = { leadId: string; top: number; focused: number | null }

type KeptPlaceProps = {
  /** The number of loaded leads, including those that a filter hides. */
  loaded: number
  leads: readonly (Lead | undefined)[]
  columns: number
  children: ReactNode
}

/**
 * Contains a list of leads. When new leads are sorted in among the others, or the number of columns changes, one lead
 * stays where it is in the window: the one with the focus, or else the one whose details are open, or the one in the
 * middle. The focus stays on its control. This is a class because hooks cannot read a page right before it changes.
 */
export class KeptPlace extends Component<KeptPlaceProps> {
  readonly #list = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(before: KeptPlaceProps): Kept | null {
    const list = this.#list.current
    const hasMore = this.props.loaded > before.loaded
    if (list === null || (!hasMore && this.props.columns === before.columns)) return null
    return keptIn(list, hasMore || scrollY > 0)
  }

  override componentDidUpdate(_before: KeptPlaceProps, _state: unknown, kept: Kept | null): void {
    const list = this.#list.current
    if (list === null || kept === null || keep(list, kept)) return
    // Its row is too far away to be rendered.
    const row = list.querySelector<HTMLElement>('[data-index]')
    const place = this.props.leads.findIndex(lead => lead?.id === Number(kept.leadId))
    if (row === null || place === -1) return
    const { top, height } = row.getBoundingClientRect()
    const rowsAway = Math.floor(place / this.props.columns) - Number(row.dataset.index)
    scrollBy({ top: top + rowsAway * height - kept.top, behavior: 'instant' })
    requestAnimationFrame(() => keep(list, kept))
  }

  override render() {
    return (
      <div ref={this.#list} className="contents">
        {this.props.children}
      </div>
    )
  }
}

const leadsIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-lead]')]
const controlsIn = (lead: HTMLElement): HTMLElement[] => [...lead.querySelectorAll<HTMLElement>('a, button, input')]

const fromMiddle = ({ top, bottom }: DOMRect): number => Math.abs((top + bottom) / 2 - innerHeight / 2)

function keptIn(list: HTMLElement, orNearest: boolean): Kept | null {
  const focus = document.activeElement
  const boxes = leadsIn(list).map(lead => ({ lead, box: lead.getBoundingClientRect() }))
  const [nearest] = boxes
    .filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
    .toSorted((a, b) => fromMiddle(a.box) - fromMiddle(b.box))
  const used =
    boxes.find(one => one.lead.contains(focus)) ??
    boxes.find(one => one.lead.matches('[aria-current], :has([aria-current])'))
  const { lead, box } = used ?? (orNearest ? nearest : undefined) ?? {}
  if (lead?.dataset.lead === undefined || box === undefined) return null
  const focused = controlsIn(lead).findIndex(control => control === focus)
  return { leadId: lead.dataset.lead, top: box.top, focused: focused === -1 ? null : focused }
}

/** Scrolls the lead to its former place and focuses its control. Returns false if the lead is not rendered. */
function keep(list: HTMLElement, { leadId, top, focused }: Kept): boolean {
  const lead = leadsIn(list).find(({ dataset }) => dataset.lead === leadId)
  if (lead === undefined) return false
  scrollBy({ top: lead.getBoundingClientRect().top - top, behavior: 'instant' })
  if (focused !== null) controlsIn(lead)[focused]?.focus({ preventScroll: true })
  return true
}
