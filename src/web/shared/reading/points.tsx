import type { ReactNode } from 'react'

type Point = { name: string; text: ReactNode }

/** A list whose entries start with a bold name. */
export const Points = ({ points }: { points: Point[] }) => (
  <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-3">
    {points.map(({ name, text }) => (
      <li key={name}>
        <strong className="font-medium text-ink">{name}.</strong> {text}
      </li>
    ))}
  </ul>
)
