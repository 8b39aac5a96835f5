import type { ComponentProps } from 'react'

/** The list's reactions to events of its input. */
export type ListBehavior = Pick<ComponentProps<'input'>, 'onKeyDown' | 'onChange' | 'onBlur'>

/** The ARIA attributes of an input with suggestions. */
export type ComboboxProps = Pick<
  ComponentProps<'input'>,
  'role' | 'aria-autocomplete' | 'aria-expanded' | 'aria-controls' | 'aria-activedescendant'
>

export const closedCombobox: ComboboxProps = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': false,
}
