const statuses = {
  active: { tone: 'green', label: 'Active' },
  canceled: { tone: 'amber', label: 'Canceling at period end' },
  inactive: { tone: 'grey', label: 'Inactive' },
} as const

/** What a subscription's status is called, and its colour. */
export const planStatus = (status: string) =>
  status === 'active' || status === 'canceled' ? statuses[status] : statuses.inactive
