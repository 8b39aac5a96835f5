import clsx from 'clsx'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from './button.tsx'

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type FileDropProps = {
  /** A description of the file's content, for screen readers. */
  label: string
  isBusy: boolean
  onFile: (file: File) => void
}

/** An area to drop a file on, with a button that opens the browser's dialog. */
export function FileDrop({ label, isBusy, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined && !isBusy) onFile(file)
  }
  return (
    <div
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      className={clsx(
        'flex min-h-40 flex-col items-center justify-center gap-3 rounded-lg border border-dashed px-4 py-6 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <FileUp className="size-6 text-ink-3" />
      <Button variant="primary" isLoading={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? 'Reading the file...' : 'Choose a file'}
      </Button>
      <p className="text-sm text-ink-2">or drop it here</p>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={event => {
          take(event.currentTarget.files)
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
