const statuses = {
  active: { tone: 'green', label: 'Active' },
  canceled: { tone: 'amber', label: 'Canceling at period end' },
  inactive: { tone: 'grey', label: 'Inactive' },
} as const

/** The label of a subscription's status, and its color. */
export const planStatus = (status: string) =>
  status === 'active' || status === 'canceled' ? statuses[status] : statuses.inactive
