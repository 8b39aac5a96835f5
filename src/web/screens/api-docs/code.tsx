import { CopyButton } from '../../shared/ui/copy-button.tsx'

/** Text to copy. Long or wide text scrolls, also with the keyboard. */
export function CodeBlock({ label, code, whatWasCopied }: { label: string; code: string; whatWasCopied?: string }) {
  return (
    <div className="relative rounded-lg border border-line bg-sunken">
      <section
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must be possible with the keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto"
      >
        <pre className="p-3 font-mono text-xs leading-5 text-ink">{code}</pre>
      </section>
      {whatWasCopied !== undefined && (
        <div className="flex justify-end border-t border-line p-2">
          <CopyButton text={code} whatWasCopied={whatWasCopied} />
        </div>
      )}
    </div>
  )
}

export const WithCode = ({ text }: { text: string }) => (
  <>
    {text.split('`').map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- parts may repeat, and their order never changes
        <code key={index} className="font-mono text-[0.9em]">
          {part}
        </code>
      ),
    )}
  </>
)
