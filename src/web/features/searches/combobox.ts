import type { ComponentProps } from 'react'

/** What a list of suggestions does when something happens to its input. */
export type ListBehavior = Pick<ComponentProps<'input'>, 'onKeyDown' | 'onChange' | 'onBlur'>

/** What a screen reader is told about an input with suggestions. */
export type ComboboxProps = Pick<
  ComponentProps<'input'>,
  'role' | 'aria-autocomplete' | 'aria-expanded' | 'aria-controls' | 'aria-activedescendant'
>

export const closedCombobox: ComboboxProps = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': false,
}
