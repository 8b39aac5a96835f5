import { Specimen, Specimens } from './specimen.tsx'

const texts = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl', 'text-4xl', 'text-5xl']
const fills = [
  'bg-canvas',
  'bg-surface',
  'bg-raised',
  'bg-sunken',
  'bg-line',
  'bg-line-strong',
  'bg-accent',
  'bg-accent-soft',
  'bg-selected',
  'bg-danger',
  'bg-danger-soft',
  'bg-green-soft',
  'bg-blue-soft',
  'bg-amber-soft',
  'bg-orange-soft',
  'bg-grey-soft',
]
const inks = [
  'text-ink',
  'text-ink-2',
  'text-ink-3',
  'text-accent-ink',
  'text-danger-ink',
  'text-green-ink',
  'text-blue-ink',
  'text-amber-ink',
  'text-orange-ink',
  'text-grey-ink',
]
const spaces = ['w-1', 'w-2', 'w-3', 'w-4', 'w-6', 'w-8', 'w-12', 'w-16', 'w-20', 'w-28']

export const TokenSpecimens = () => (
  <Specimens title="Tokens">
    <Specimen name="Type">
      <div className="flex flex-col gap-1">
        {texts.map(name => (
          <p key={name} className={`${name} font-semibold tracking-tight`}>
            {name.slice(5)} 0123456789
          </p>
        ))}
      </div>
    </Specimen>
    <Specimen name="Colors">
      {fills.map(name => (
        <figure key={name} className="w-24">
          <div className={`h-12 rounded-md border border-line ${name}`} />
          <figcaption className="mt-1 text-xs text-ink-3">{name.slice(3)}</figcaption>
        </figure>
      ))}
    </Specimen>
    <Specimen name="Inks">
      {inks.map(name => (
        <span key={name} className={`text-sm font-medium ${name}`}>
          {name.slice(5)}
        </span>
      ))}
    </Specimen>
    <Specimen name="Spacing">
      {spaces.map(name => (
        <span key={name} className={`h-4 bg-accent ${name}`} title={name} />
      ))}
    </Specimen>
  </Specimens>
)
