import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass } from './input.tsx'

export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea {...props} className={clsx(controlClass, 'block min-h-40 resize-y py-2', className)} />
)
