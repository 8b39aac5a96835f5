import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Tab, TabList, TabPanel, Tabs } from './tabs.tsx'

function Numbers({ onValueChange }: { onValueChange: ((value: string) => void) | undefined }) {
  const [value, setValue] = useState('one')
  const change = (chosen: string) => {
    setValue(chosen)
    onValueChange?.(chosen)
  }
  return (
    <Tabs value={value} onValueChange={change}>
      <TabList aria-label="Numbers">
        <Tab value="one">One</Tab>
        <Tab value="two">Two</Tab>
        <Tab value="three">Three</Tab>
      </TabList>
      <TabPanel value="one" forceMount>
        <input aria-label="kept" />
      </TabPanel>
      <TabPanel value="two">second</TabPanel>
      <TabPanel value="three">third</TabPanel>
    </Tabs>
  )
}
const showTabs = (onValueChange?: (value: string) => void) => render(<Numbers onValueChange={onValueChange} />)
const selected = () => screen.getByRole('tab', { selected: true }).textContent

test('clicking a tab selects it, calls back once, and shows only its panel', async () => {
  const onValueChange = vi.fn<(value: string) => void>()
  showTabs(onValueChange)
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
  expect(onValueChange.mock.calls).toEqual([['two']])
  expect(screen.getByRole('tabpanel', { name: 'Two' }).textContent).toBe('second')
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
  expect(screen.queryByText('third')).toBeNull()
})

test('arrow keys, Home, and End select a tab; Tab only reaches the selected one', async () => {
  showTabs()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  expect(selected()).toBe('Three')
  expect(document.activeElement?.textContent).toBe('Three')
  await userEvent.keyboard('{ArrowRight}')
  expect(selected()).toBe('One')
  await userEvent.keyboard('{End}{ArrowLeft}')
  expect(selected()).toBe('Two')
  await userEvent.keyboard('{Home}')
  expect(selected()).toBe('One')
  expect(screen.getAllByRole('tab').map(tab => tab.tabIndex)).toEqual([0, -1, -1])
})

test('a force-mounted panel keeps its state while another tab is shown', async () => {
  showTabs()
  await userEvent.type(screen.getByLabelText('kept'), 'typed')
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
  await userEvent.click(screen.getByRole('tab', { name: 'One' }))
  expect(screen.getByLabelText<HTMLInputElement>('kept').value).toBe('typed')
})

test('where the tabs do not fit, the selected one is scrolled to the middle', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
    if (this.role === 'tablist') return new DOMRect(10, 0, 200, 40)
    return new DOMRect(this.textContent === 'Three' ? 300 : 20, 0, 100, 40)
  })
  const scrolled = vi.spyOn(Element.prototype, 'scrollBy')
  showTabs()
  scrolled.mockClear()
  await userEvent.click(screen.getByRole('tab', { name: 'Three' }))
  expect(scrolled.mock.calls).toEqual([[{ left: 240, behavior: 'instant' }]])
})
