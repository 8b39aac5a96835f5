import { LoaderCircle } from 'lucide-react'

/** Appears only after 200 ms, so fast replies do not flicker. */
export const Spinner = () => (
  <span className="inline-flex animate-late" aria-hidden="true">
    <LoaderCircle className="size-4 animate-spin" />
  </span>
)

export function PageSpinner({ label = 'Loading', isLabelShown = false }: { label?: string; isLabelShown?: boolean }) {
  return (
    <output className="flex min-h-[50dvh] animate-late items-center justify-center gap-3 text-ink-3">
      <LoaderCircle className="size-6 animate-spin" />
      <span className={isLabelShown ? 'text-sm' : 'sr-only'}>{label}</span>
    </output>
  )
}
