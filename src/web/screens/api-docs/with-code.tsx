/** Words with what stands between backticks as code. */
export const WithCode = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- Words may repeat, and never change their places.
      <code key={index} className="font-mono text-[0.9em]">
        {part}
      </code>
    ),
  )
