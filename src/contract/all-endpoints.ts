import * as account from './account.ts'
import type { Endpoint } from './endpoint.ts'
import { exportLeads, getLeads } from './leads.ts'
import { getSearches, nextPage, runSearch } from './searches.ts'

/** Every call of the API. The server refuses to start when one has no route; the generated tests walk this list. */
export const allEndpoints: Endpoint[] = [
  account.getUser,
  account.login,
  account.register,
  account.logout,
  runSearch,
  nextPage,
  getSearches,
  getLeads,
  exportLeads,
]
