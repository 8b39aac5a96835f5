import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

/**
 * For a button that takes its row away, or becomes another button. After the first click of a double click, another row
 * or button may be under the pointer, so the second one does nothing.
 */
export const SingleClickButton = ({ onClick, ...props }: ComponentProps<typeof Button>) => (
  <Button
    {...props}
    onClick={event => {
      if (event.detail <= 1) onClick?.(event)
    }}
  />
)
