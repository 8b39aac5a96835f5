import { screen, within } from '@testing-library/react'

export async function findToast(title: string, description?: string | RegExp): Promise<HTMLElement> {
  const toasts = within(await screen.findByRole('region', { name: /^Notifications/ }))
  const toast = await toasts.findByText(title)
  if (description !== undefined) await toasts.findByText(description)
  return toast
}
