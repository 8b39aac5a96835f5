type EventRow = { id: number; title: string; details: (string | null)[] }

export const EventRows = ({ label, events }: { label: string; events: EventRow[] }) => (
  <ul aria-label={label} className="divide-y divide-line">
    {events.map(({ id, title, details }) => (
      <li key={id} className="py-2 text-sm">
        <span className="font-medium">{title}</span>
        <span className="block wrap-anywhere text-ink-3">{details.filter(Boolean).join(', ')}</span>
      </li>
    ))}
  </ul>
)
