import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { alone } from '../../support/app.ts'

const ADDRESS = /\]\(http:\/\/sejour\.test\/([^)]+)\)/g
const LINK = /\]\((?!\w+:)([^)#\s]+\.md)/g

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

// The pages have words that no answer about a neighbour may have.
alone('/llms.txt lists the contract and the pages, which are Markdown here', async ({ t }) => {
  const { status, body, headers } = await t.call('GET', '//llms.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = String(body)
  expect(text).toMatch(/^# Séjour\n\n> /)
  for (const line of text.split('\n').filter((line) => line.startsWith('- ')))
    expect(line).toMatch(/^- \[.+\]\(.+\): .{10,}$/)

  const listed = matches(text, ADDRESS)
  expect(listed.slice(0, 3)).toEqual(['openapi.json', 'asyncapi.json', 'docs/front-ends.md'])
  expect(listed).toEqual(expect.arrayContaining(['docs/upgrading.md', 'docs/design/domain.md', 'docs/runbook.md']))
  const pages = listed.filter((name) => name.endsWith('.md'))
  for (const page of pages) {
    const answer = await t.call('GET', `//${page}`)
    expect([answer.status, answer.headers['content-type']], page).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(answer.body).toBe(readFileSync(page, 'utf8'))
  }

  const linked = pages.flatMap((page) =>
    matches(readFileSync(page, 'utf8'), LINK).map((link) => path.join(path.dirname(page), link)),
  )
  // Documents for people who change the service are in its repository.
  const own = new Set(linked.filter((link) => /^(docs|clients)\/|^CHANGELOG/.test(link)))
  expect(own.size).toBeGreaterThan(10)
  for (const link of own) expect((await t.call('GET', `//${link}`)).status, link).toBe(200)
})
