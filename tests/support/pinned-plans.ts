import { plans } from '#contract/plans.ts'

/**
 * Amounts and limits in tests refer to these figures. So a new price or quota only changes `plans.test.ts`, which tests
 * the plans as they are sold.
 */
Object.assign(plans.free, { pricePerMonthCents: 0, contactPullQuota: 50, searchQuota: 5, siteChecks: 10 })
Object.assign(plans.starter, { pricePerMonthCents: 1900, contactPullQuota: 500, searchQuota: 50, siteChecks: 100 })
Object.assign(plans.pro, { pricePerMonthCents: 4900, contactPullQuota: 2000, searchQuota: 200 })
Object.assign(plans.elite, { pricePerMonthCents: 12_900, contactPullQuota: 7000, searchQuota: 1000 })
