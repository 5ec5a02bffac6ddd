import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { test as base, describe, expect } from 'vitest'
import { temporaryFolder } from '../support/folders.ts'
import { isInstalled } from '../support/machine.ts'
import { type Service, startService } from '../support/service.ts'

const run = promisify(execFile)

const isThere = (program: string): boolean =>
  isInstalled(program, spawnSync(program, ['--version']).error === undefined)
const canRun = ['bash', 'curl', 'jq'].map(isThere).every(Boolean)

/** The blocks of a language in one section of a page. */
function blocksOf(page: string, section: string, language: string): string[] {
  const [, text = ''] = readFileSync(page, 'utf8').split(`\n## ${section}\n`)
  const [body = ''] = text.split('\n## ')
  return [...body.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, block = '']) =>
    name === language ? block : [],
  )
}

interface Shell {
  /** Runs blocks one after the other, as one shell, against the service of the test. @returns what they print */
  run(blocks: string[]): Promise<string>
  /** Saves a block as a file where the shell runs. */
  save(name: string, block: string): void
}

const test = base.extend<{ folder: string; service: Service; shell: Shell }>({
  folder: temporaryFolder,
  service: async ({ folder }, use) => {
    const service = startService({ DATA_DIR: path.join(folder, 'data'), PORT: '0' })
    await use(service)
    service.process.kill('SIGTERM')
    await service.exit
  },
  shell: async ({ folder, service }, use) => {
    const { port } = new URL(await service.ready)
    const atService = (block: string) =>
      block.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`).replaceAll('wsPort: 3000', `wsPort: ${port}`)
    const env = {
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      NODE_PATH: path.resolve('node_modules'),
    }
    await use({
      save: (name, block) => writeFileSync(path.join(folder, name), atService(block)),
      async run(blocks) {
        expect(blocks).not.toEqual([])
        const script = blocks.map(atService).join('\n')
        return (await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env })).stdout
      },
    })
  },
})

describe.runIf(canRun)('the blocks for a shell', () => {
  test('of README.md and docs/tour.md do what the pages say', async ({ shell }) => {
    const minute = await shell.run(blocksOf('README.md', 'One minute with curl', 'sh'))
    expect(minute.match(/"price_total": [\d.]+/g)).toHaveLength(3)
    expect(minute).toMatch(/"nights": 3,[\s\S]*"total": [\d.]+/)
    expect(minute).toMatch(/"reservation_id": \d+,\s+"payment_url": "http/)
    expect(minute).not.toContain('null')

    const [listener = ''] = blocksOf('docs/tour.md', 'With curl', 'js')
    shell.save('listen.cjs', listener)
    const tour = await shell.run(blocksOf('docs/tour.md', 'With curl', 'sh'))
    const inOrder = [
      '"username": "ada"',
      'E-mail address verified.',
      '"price_total"',
      '"cancellation"',
      '"payment_url"',
      '"type": "reservation_confirmed"',
      '"type": "payment_received"',
      'Message sent.',
      'Baby bed',
      '/api/v1/pay/',
      '/api/v1/invoices/',
      '"closed_there": true',
      '"booking_id"',
      '"ota_name": "Airbnb"',
      '"status": "confirmed"',
      '"kept"',
      '"unpaid"',
      '"source": "mail"',
      '"code": "4711#"',
      '"kind": "cleaning"',
      '"guest_name": "Grace Hopper"',
    ]
    expect(inOrder.filter((text) => tour.includes(text))).toEqual(inOrder)
    expect(inOrder.map((text) => tour.indexOf(text))).toEqual(
      inOrder.map((text) => tour.indexOf(text)).sort((a, b) => a - b),
    )
    for (const push of ['Payment received', 'Reservation confirmed', 'Message from Martin'])
      expect(tour).toContain(`push: ${push}`)
    expect(tour).not.toContain('null')
  })
})
