import { productName } from '#contract/product.ts'

/** A sounding line with its weight, which is also called a lead line. */
export const Logo = () => (
  <span className="inline-flex items-center gap-2 text-base font-semibold tracking-tight text-ink">
    <svg viewBox="0 0 32 32" className="size-6.5" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path d="M16 5v11" className="stroke-on-accent" strokeWidth="2.5" strokeLinecap="round" />
      <path
        d="M16 14.5l5 4.2-1.7 6.8a1.5 1.5 0 0 1-1.46 1.15h-3.68a1.5 1.5 0 0 1-1.46-1.15L11 18.7z"
        className="fill-on-accent"
      />
    </svg>
    {productName}
  </span>
)
