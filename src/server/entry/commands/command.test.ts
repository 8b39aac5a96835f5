import { describe, expect, test } from 'vitest'
import { allCommands } from './all-commands.ts'
import { type Command, helpOf, helpOfAll, parseCommand } from './command.ts'

const greet: Command = {
  name: 'people greet',
  usage: '<name> [--loud] [--in LANGUAGE]',
  summary: 'Greets',
  words: { min: 1, max: 2 },
  options: { loud: { help: 'Loudly' }, in: { value: 'LANGUAGE', help: 'Language' } },
  run: () => Promise.resolve(),
}
const parse = (...argv: string[]) => parseCommand([greet], argv)

test('arguments and options of a command can be in any order', () => {
  const call = parse('people', 'greet', '--in', 'en', 'Ann', '--loud', 'Bob')
  expect(call).toMatchObject({ command: greet, words: ['Ann', 'Bob'], options: { in: 'en' }, wantsHelp: false })
  expect([call.isSet('loud'), call.isSet('in')]).toEqual([true, true])
  expect(parse('people', 'greet', 'Ann').isSet('loud')).toBe(false)
})

test('help needs no other arguments', () => {
  expect(parse('people', 'greet', '--help').wantsHelp).toBe(true)
  expect(parse('people', 'greet', '-h').wantsHelp).toBe(true)
})

test.each([
  [['people', 'greet'], 'An argument is missing.'],
  [['people', 'greet', 'a', 'b', 'c'], 'Unexpected arguments: "c".'],
  [['people', 'leave'], 'There is no command "people leave". There is people greet.'],
  [['leave'], 'There is no command "leave".'],
  [[], 'No command was given.'],
  [['people', 'greet', 'a', '--in'], "Option '--in <value>' argument missing"],
])('%j is refused with the reason', (argv, message) => {
  expect(() => parse(...argv)).toThrow(message)
})

test('an unknown option is refused', () => {
  expect(() => parse('people', 'greet', 'a', '--louder')).toThrow("Unknown option '--louder'")
})

test('the list of all commands fits a terminal', () => {
  expect(helpOfAll(allCommands).filter(line => line.length > 120)).toEqual([])
})

describe.each(allCommands)('$name', command => {
  test('has help with all its options', () => {
    const help = helpOf(command).join('\n')
    expect(help).toContain(command.summary)
    for (const option of [...Object.keys(command.options ?? {}), 'help']) expect(help).toContain(`--${option}`)
    expect(helpOfAll(allCommands).join('\n')).toContain(command.name)
  })
})
