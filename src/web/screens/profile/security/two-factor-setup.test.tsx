import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeUser } from '../../../testing/fixtures.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import TwoFactorSetup from './two-factor-setup.tsx'

test('the key can be copied, because the camera of a phone cannot scan its own screen', async () => {
  const setup = { secret: 'ABCD', uri: 'otpauth://totp/Leadline:dana?secret=ABCD' }
  const { keyboard } = renderAt(
    '/profile',
    <TwoFactorSetup setup={setup} onDone={() => {}} onClose={() => {}} />,
    makeUser(),
  )
  await keyboard.click(screen.getByRole('button', { name: 'Copy the key' }))
  await screen.findByText('The key was copied')
  expect(await navigator.clipboard.readText()).toBe('ABCD')
})
