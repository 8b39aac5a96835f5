import clsx from 'clsx'
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type RefObject,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { useEarlyPress } from '../use-early-press.ts'

// Not Radix Tabs: they add 3.1 kB (gzip) to the first load of /dashboard.
// Roles, keys, and focus follow the WAI-ARIA pattern for tabs.
type Chosen = { id: string; value: string; choose: (value: string) => unknown }
const Choice = createContext<Chosen>({ id: '', value: '', choose: () => {} })

type TabsProps = ComponentProps<'div'> & { value: string; onValueChange: (value: string) => void }

export function Tabs({ value, onValueChange, ...props }: TabsProps) {
  const id = useId()
  const choice = useMemo(() => {
    const choose = (chosen: string) => chosen !== value && onValueChange(chosen)
    return { id, value, choose }
  }, [id, value, onValueChange])
  return (
    <Choice value={choice}>
      <div {...props} />
    </Choice>
  )
}

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

function chooseByKey(event: KeyboardEvent<HTMLDivElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const index = tabs.findIndex(tab => tab === document.activeElement)
  const next = steps[event.key]?.(index, tabs.length - 1)
  if (next === undefined || index === -1) return
  event.preventDefault()
  tabs[next]?.focus()
  tabs[next]?.click()
}

/** Arrow keys, Home, and End select a tab; Tab moves on to its panel. */
export function TabList({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-orientation="horizontal"
      {...props}
      onKeyDown={chooseByKey}
      className={clsx('flex gap-1 border-b border-line print:hidden', className)}
    />
  )
}

export function Tab({ value, className, ...props }: ComponentProps<'button'> & { value: string }) {
  const { id, value: shown, choose } = use(Choice)
  const isShown = value === shown
  const tab = useRef<HTMLButtonElement>(null)
  useCentered(tab, isShown)
  useEarlyPress(tab)
  return (
    <button
      ref={tab}
      type="button"
      data-repeats-press
      role="tab"
      id={`${id}-tab-${value}`}
      aria-controls={`${id}-panel-${value}`}
      aria-selected={isShown}
      tabIndex={isShown ? 0 : -1}
      data-state={isShown ? 'active' : 'inactive'}
      {...props}
      onClick={() => choose(value)}
      className={clsx(
        '-mb-px inline-flex h-10 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink touch:h-11',
        className,
      )}
    />
  )
}

/** Centers the selected tab in the list, which scrolls if the tabs do not fit. */
function useCentered(tab: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const list = tab.current?.parentElement
    if (!isShown || !tab.current || !list) return
    const place = tab.current.getBoundingClientRect()
    const room = list.getBoundingClientRect()
    list.scrollBy({ left: place.left - room.left - (room.width - place.width) / 2, behavior: 'instant' })
  }, [tab, isShown])
}

type TabPanelProps = ComponentProps<'div'> & {
  value: string
  /** Keeps the panel mounted while another tab is shown. */
  forceMount?: boolean
}

export function TabPanel({ value, forceMount = false, children, ...props }: TabPanelProps) {
  const { id, value: shown } = use(Choice)
  const isShown = value === shown
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the panel may contain nothing to focus
      tabIndex={0}
      data-state={isShown ? 'active' : 'inactive'}
      {...props}
      hidden={!isShown}
    >
      {(isShown || forceMount) && children}
    </div>
  )
}
