import { type ComponentProps, type ReactNode, useId } from 'react'

type TitledPartProps = Omit<ComponentProps<'section'>, 'title'> & { title: ReactNode }

/** A part of a page under a heading of its own. */
export function TitledPart({ title, children, ...props }: TitledPartProps) {
  const titleId = useId()
  return (
    <section {...props} aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
