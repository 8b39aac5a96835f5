// A polling trigger for the Zapier Developer Platform ("Use Code Mode", or a trigger of the Zapier CLI). Zapier sends
// each `id` once. The same function reads `status-changes` and `hits`.

type Zapier = {
  request: (options: {
    url: string
    params: Record<string, string>
    headers: Record<string, string>
  }) => Promise<{ json: unknown }>
}
type Bundle = { authData: { server: string; apiKey: string } }

export const newLead = {
  key: 'new_lead',
  noun: 'Lead',
  display: { label: 'New Lead', description: 'Triggers when the account gets a new lead.' },
  operation: {
    type: 'polling',
    perform: async (z: Zapier, { authData }: Bundle): Promise<unknown> => {
      const response = await z.request({
        url: `${authData.server}/api/v1/triggers/new-leads`,
        params: { limit: '100' },
        headers: { authorization: `Bearer ${authData.apiKey}` },
      })
      return response.json
    },
    sample: { id: 48_213, businessName: 'Flatirons Plumbing Co', phoneNumber: '(303) 555-0142', status: 'new' },
  },
}
