import { plans } from '#contract/plans.ts'

/**
 * Tests state amounts and limits in these figures, so that another price or quota changes no test but
 * `plans.test.ts`, which sees the plans as they are sold.
 */
Object.assign(plans.free, { pricePerMonthCents: 0, contactPullQuota: 50, searchQuota: 5, siteChecks: 10 })
Object.assign(plans.starter, { pricePerMonthCents: 1900, contactPullQuota: 500, searchQuota: 50, siteChecks: 100 })
Object.assign(plans.pro, { pricePerMonthCents: 4900, contactPullQuota: 2000, searchQuota: 200 })
Object.assign(plans.elite, { pricePerMonthCents: 12_900, contactPullQuota: 7000, searchQuota: 1000 })
