/** Renders text between backticks as code. */
export const WithCode = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts may repeat, and their order never changes
      <code key={index} className="font-mono text-[0.9em]">
        {part}
      </code>
    ),
  )
