import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type SingleClickButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & { onClick: () => void }

/**
 * For a button that takes its row away, or becomes its opposite. After the first click of a double click, the next row
 * may have moved under the pointer, so the second one does nothing.
 */
export const SingleClickButton = ({ onClick, ...props }: SingleClickButtonProps) => (
  <Button
    {...props}
    onClick={({ detail }) => {
      if (detail <= 1) onClick()
    }}
  />
)
