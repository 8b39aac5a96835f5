import { Bar, BarChart, LabelList, XAxis, YAxis } from 'recharts'
import type { PageVisitCount } from '#contract/admin.ts'
import { ChartCard } from '../../shared/charts/chart-card.tsx'
import { chartColor } from '../../shared/charts/chart-rows.ts'
import { formatNumber } from '../../shared/format.ts'
import { cutName } from './admin-words.ts'

const ROW_PIXELS = 34

/** The pages with the most visits, most visited first. */
export function TopPagesCard({ counts }: { counts: PageVisitCount[] }) {
  const rows = counts.map(({ page, count }) => ({ name: page, amount: count }))
  return (
    <ChartCard title="Top Pages" nameHeader="Page" amountHeader="Visits" rows={rows}>
      <BarChart
        data={rows}
        layout="vertical"
        responsive
        width="100%"
        height={rows.length * ROW_PIXELS + 8}
        margin={{ top: 4, right: 52, bottom: 4, left: 0 }}
        barCategoryGap={8}
        accessibilityLayer={false}
      >
        <XAxis type="number" dataKey="amount" domain={[0, 'dataMax']} hide />
        <YAxis
          type="category"
          dataKey="name"
          width={148}
          interval={0}
          axisLine={false}
          tickLine={false}
          tick={<PageName />}
        />
        <Bar
          dataKey="amount"
          fill={chartColor(0)}
          radius={[0, 4, 4, 0]}
          maxBarSize={20}
          minPointSize={2}
          isAnimationActive={false}
        >
          <LabelList
            dataKey="amount"
            position="right"
            formatter={amount => formatNumber(Number(amount))}
            className="text-sm tabular-nums"
            fill="var(--color-ink)"
          />
        </Bar>
      </BarChart>
    </ChartCard>
  )
}

function PageName({ y, payload }: { y?: number | string; payload?: { value: string } }) {
  return (
    <text x={0} y={y} dy="0.35em" fill="var(--color-ink-2)" className="text-sm">
      {cutName(payload?.value ?? '')}
    </text>
  )
}
