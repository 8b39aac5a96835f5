import { knownFilePage } from '#contract/pages.ts'
import type { Tier } from '#contract/plans.ts'

/** The sign-in page. Its other two addresses open one of its tabs and become /auth. */
export const signInAddress = /^\/(auth|login|register)\/?$/

export const paths = {
  home: '/',
  features: '/#features',
  pricing: '/#pricing',
  plans: '/#plans',
  auth: '/auth',
  login: '/login',
  register: '/register',
  registerFor: (tier: Tier) => `/register?tier=${tier}`,
  /** After registration, the dashboard's form is filled in with this search. */
  registerToSearch: (category: string, place: string) =>
    `/register?category=${encodeURIComponent(category)}&place=${encodeURIComponent(place)}`,
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  dashboard: '/dashboard',
  dashboardOf: (searchId: number) => `/dashboard?search=${searchId.toString()}`,
  dashboardFor: (category: string, place: string) =>
    `/dashboard?category=${encodeURIComponent(category)}&place=${encodeURIComponent(place)}`,
  leads: '/leads',
  leadsTab: (tab: 'all' | 'lists') => `/leads?tab=${tab}`,
  leadsLike: (words: string) => `/leads?tab=all&q=${encodeURIComponent(words)}`,
  receipt: '/receipt',
  receiptOf: (searchId: number) => `/receipt?search=${searchId.toString()}`,
  savedSearches: '/saved-searches',
  ownDoNotContact: '/own-do-not-contact',
  knownBusinesses: '/known-businesses',
  knownFile: knownFilePage,
  unsubscribe: '/unsubscribe',
  subscription: '/subscription',
  /** The subscription page with the dialog of this plan open. */
  subscriptionTo: (tier: Tier) => `/subscription?plan=${tier}`,
  confirmPayment: (clientSecret: string) => `/confirm-payment?client_secret=${encodeURIComponent(clientSecret)}`,
  profile: '/profile',
  apiKeys: '/api-keys',
  webhooks: '/webhooks',
  apiDocs: '/docs/api',
  admin: '/admin',
  adminPlaces: '/admin/places',
  adminPlacesFor: (location: string) => `/admin/places?location=${encodeURIComponent(location)}`,
  doNotContact: '/admin/do-not-contact',
  leadReports: '/admin/lead-reports',
  removeMyBusiness: '/remove-my-business',
  about: '/about',
  help: '/help',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
  /** The server renders this page, so link to it with `<a>`. */
  businesses: '/businesses',
} as const

/** Links to the user's own lists, in the header, its menus, and My Leads. */
export const ownListLinks = [
  { href: paths.leadsTab('lists'), label: 'Lists' },
  { href: paths.savedSearches, label: 'Saved searches' },
  { href: paths.ownDoNotContact, label: 'Do not contact' },
  { href: paths.knownBusinesses, label: 'Businesses you know' },
] as const

/** The pages for signed-in users. Visitors are sent to the sign-in page, and back after signing in. */
export const protectedPaths = [
  paths.dashboard,
  paths.leads,
  paths.receipt,
  paths.savedSearches,
  paths.ownDoNotContact,
  paths.knownBusinesses,
  paths.subscription,
  paths.profile,
  paths.apiKeys,
  paths.webhooks,
  paths.admin,
  paths.adminPlaces,
  paths.doNotContact,
  paths.leadReports,
] as const
export type ProtectedPath = (typeof protectedPaths)[number]
