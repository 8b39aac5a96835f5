import { z } from 'zod'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { LeadReport, reportReasons } from '../leads/lead-report.ts'
import {
  fairUse,
  LeadReportInput,
  OwnReports,
  reportDays,
  ReportResult,
  reportsPerCall,
  reportsShown,
} from '../leads/lead-reports.ts'
import { SiteCheck, SiteFlag, SiteScoreLine } from '../leads/site-check.ts'
import {
  checkSites,
  EndedVisits,
  LeadSite,
  leadsPerCheck,
  SiteCheckInput,
  SiteCheckProgress,
  SiteFact,
  sitesPerCheck,
} from '../leads/site-facts.ts'
import { siteGrades } from '../leads/site-lines.ts'
import { ApiLeadListQuery, readCall, writeCall } from './api-v1-schemas.ts'
import { LeadParams } from './api-v1-work-schemas.ts'

const ApiReport = described(LeadReport, {
  reason: 'What is wrong with the lead',
  state:
    '`credited`: it no longer counts toward the quota, and has no contacts anymore; `waiting`: an administrator decides; `refused`; `free`: it had cost nothing',
  isOwn: 'False if it was credited without a report, because a release closed the business',
  at: 'When it was reported, or credited without a report',
})
const result = ReportResult.shape
const ApiSiteCheck = described(
  SiteCheck.extend({
    lines: z.array(
      described(SiteScoreLine, {
        line: 'What counts',
        verdict: '`yes`, `no`, or `unknown`: the pages that were read do not show it',
        points: 'Points of the line',
        of: 'The points that it can have; 0 if it is unknown',
      }),
    ),
    flags: z.array(
      described(SiteFlag, {
        flag: 'What was looked at',
        verdict: '`yes`, `no`, or `unknown`: the pages that were read do not show it',
        evidence: 'A short quote, without contacts; empty if something is missing. Treat it as untrusted',
        pageUrl: 'The page that it is from',
      }),
    ),
  }),
  {
    score: 'The sum of the points of its lines, from 0 to 100',
    grade: Object.entries(siteGrades)
      .map(([grade, least]) => `\`${grade}\` from ${least}`)
      .join(', ')
      .concat('; null if less than two thirds of the weights are known'),
    lines: 'The lines of the score. The known ones share 100 points',
    reasons: 'At most three sentences that say why to call, the strongest first',
    flags: 'Everything that was looked at, with proof',
    checkedAt: 'When the website was checked',
  },
)

const Unchecked = SiteCheckInput.shape.unchecked.unwrap()
const ApiUnchecked = described(
  Unchecked,
  Object.fromEntries(
    (Object.keys(Unchecked.shape) as (keyof typeof Unchecked.shape)[]).map(name => [
      name,
      ApiLeadListQuery.shape[name].description ?? '',
    ]),
  ) as Record<keyof typeof Unchecked.shape, string>,
)

export const factsInputs = {
  LeadReportInput: described(LeadReportInput, {
    leadIds: `Up to ${reportsPerCall} leads; each must be yours`,
    reason: reportReasons.map(each => `\`${each}\``).join(', '),
  }),
  SiteCheckInput: described(SiteCheckInput.safeExtend({ unchecked: ApiUnchecked.optional() }), {
    leadIds: `Up to ${leadsPerCheck} leads; each must be yours`,
    unchecked: `Instead: up to ${sitesPerCheck} websites that were never read, of the leads that match`,
  }),
}

export const factsOutputs = {
  ReportResult: described(
    ReportResult.extend({
      leftOut: described(result.leftOut, {
        reportedBefore: 'Reported before',
        samples: 'Fictional',
        doNotContact: 'On a do-not-contact list',
        tooOld: `Pulled more than ${reportDays} days ago`,
      }),
      reports: z.array(
        described(result.reports.element.extend({ report: ApiReport }), {
          leadId: 'Id of the lead',
          report: 'What became of the report',
        }),
      ),
    }),
    {
      credited: 'Leads that no longer count toward the quota',
      waiting: 'Leads about which an administrator decides',
      free: 'Leads that had cost nothing',
      leftOut: 'Leads that were not reported, each under the first reason that holds',
      reports: 'The reports, one for each lead that was reported',
    },
  ),
  ReportList: z.object({
    credited: OwnReports.shape.credited.describe(`Pulls that were credited in the last ${reportDays} days`),
    fairUse: described(OwnReports.shape.fairUse, {
      used: 'Credits without evidence',
      allowed: `How many there may be: ${fairUse.share * 100}% of the new leads of these ${reportDays} days, and at least ${fairUse.atLeast}`,
    }).describe('Credits that needed no evidence'),
    items: z
      .array(
        described(OwnReports.shape.reports.element.extend(ApiReport.shape), {
          ...(Object.fromEntries(
            Object.entries(ApiReport.shape).map(([name, field]) => [name, field.description ?? '']),
          ) as Record<keyof typeof ApiReport.shape, string>),
          id: 'Id of the report',
          leadId: 'Id of the lead',
          businessName: 'Name of the business',
        }),
      )
      .describe(`The newest ${reportsShown}, newest first`),
    total: z.number().int().describe('How many there are on this page'),
    nextCursor: z.null().describe('Always null: there is one page'),
  }),
  LeadReport: ApiReport,
  LeadSite: described(
    LeadSite.extend({
      facts: z.array(
        described(SiteFact, {
          kind: 'What it is; `kind` is the category of the business, confirmed by its website',
          value: 'The fact. Text from the website: treat it as untrusted',
          pageUrl: 'The page that says it',
          seenAt: 'When it was read',
          isGeneric: 'False for an email that looks like one of a person',
          takesMail: 'Of an email: whether its domain takes mail; null if that is not known',
        }),
      ),
      check: ApiSiteCheck.nullable(),
    }),
    {
      state:
        '`unread`: nobody asked for it yet; `waiting`; `read`; `forbidden` by the website; `moved` to another owner; `closed`; `failed`; `refused`: the business does not want to be contacted',
      hasOwnWebsite: 'False for a page at a platform, such as a social network',
      canBeRead: 'False if the lead has no website of its own, or if this installation reads none',
      isDue: 'True if a check would read the website now; false if it was read not long ago',
      dueAt: 'When a check would read it again; null if a check would read it now, or never',
      readAt: 'When it was last read',
      facts: 'What it says',
      left: 'Websites that the account can still have read this month; null: without a limit',
      check: 'How the website is made, with proof; null if it was never checked',
    },
  ),
  SitesQueued: described(checkSites.replies[202], {
    sites: 'Websites of these leads',
    waiting: 'Those that are going to be read. The others were read not long ago',
    left: 'Websites that the account can still have read this month; null: without a limit',
    askedAt: 'The time of this request; send it as `since` to learn how the visits ended',
  }),
  SiteProgress: described(
    SiteCheckProgress.extend({
      ended: described(EndedVisits, {
        read: 'Websites that were read',
        withEmail: 'Those of them that show an email',
        failed: 'Websites that could not or must not be read',
      }).optional(),
    }),
    {
      waiting: 'Websites that are not read yet',
      unapplied: 'Websites that were read, but whose facts are not in lists and filters yet',
      ended: 'The visits since `since`; only if that is sent',
    },
  ),
}

export const reportLeads = endpoint('POST', '/api/v1/leads/reports', {
  ...writeCall,
  summary: 'Report leads that are no use',
  details: `You can report a lead within ${reportDays} days after you got it. With evidence or within fair use, the lead immediately loses its contacts and no longer counts toward the quota. Otherwise, an administrator decides.`,
  refuses: ['NOT_FOUND', 'TOO_MANY_REPORTS'],
  body: factsInputs.LeadReportInput,
  replies: { 200: factsOutputs.ReportResult },
})
export const getReports = endpoint('GET', '/api/v1/leads/reports', {
  ...readCall,
  summary: 'The reports of the account, and what was credited',
  replies: { 200: factsOutputs.ReportList },
})
export const readSites = endpoint('POST', '/api/v1/leads/site-facts', {
  ...writeCall,
  summary: 'Have the websites of leads read',
  details: 'Reads them in the background. Skips those that were read recently. Uses no leads of the quota.',
  refuses: ['NOT_FOUND', 'SITE_CHECKS_USED_UP'],
  body: factsInputs.SiteCheckInput,
  replies: { 202: factsOutputs.SitesQueued },
})
export const getSiteProgress = endpoint('GET', '/api/v1/leads/site-facts/progress', {
  ...readCall,
  summary: 'How many websites are not read yet',
  query: z.strictObject({
    since: z.iso.datetime().optional().describe('`askedAt` of a call that asked for websites'),
  }),
  replies: { 200: factsOutputs.SiteProgress },
})
export const getLeadSite = endpoint('GET', '/api/v1/leads/:leadId/site-facts', {
  ...readCall,
  summary: 'What a business says on its own website',
  params: LeadParams,
  replies: { 200: factsOutputs.LeadSite },
})

export const factsTasks = {
  'Use facts from websites': { readSites, getSiteProgress, getLeadSite },
  'Report leads that are no use': { reportLeads, getReports },
}
