/**
 * `npm run play:operations [-- hang | roll | runbook]`: plays what an operator does at night on an install as of docs/deployment.md, with two nodes behind nginx and PostgreSQL
 * with TLS: a node hangs for forty seconds, both are restarted one after the other, and every command of docs/runbook.md runs. It fails
 * when a hung node holds up more than a tenth of the requests, when a restart costs an answer, or when a command of the runbook does not do what it
 * says there.
 */
import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'
import { startStandin } from '../../src/dev/stripe/server.ts'
import { startNginx } from '../../tests/support/nginx.ts'
import { makeCertificates, type Running } from '../../tests/support/programs.ts'
import { findPrograms, run, startPostgres } from './machine.ts'
import { newAccount, newHome } from './people.ts'
import { environmentOf, install, makePlace, SECRETS, startMailServer, startNode } from './production.ts'
import { playRunbook } from './runbook.ts'
import { askSteadily, hang, inWords } from './two-nodes.ts'

const NODES = 2
/** `fail_timeout` of the delivered configuration: nginx leaves out a node that it could not reach. */
const FAIL_TIMEOUT_MS = 15_000

const programs = findPrograms('the work of an operator', ['postgres', 'nginx', 'openssl'])
const wanted = process.argv.slice(2)
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part)
const say = (text: string) => console.log(text)
const place = makePlace()
const { home, folder, node } = place
const releases: (() => Promise<unknown>)[] = []

async function play(): Promise<void> {
  const first = 11_000 + Math.floor(Math.random() * 4_000)
  const publicPort = first + 2 * NODES
  const origin = `https://localhost:${publicPort}`
  const certificates = makeCertificates(folder('tls'))
  const dispatcher = new Agent({ connect: { ca: readFileSync(certificates.ca, 'utf8') }, allowH2: false })
  const mailServer = await startMailServer()
  releases.push(mailServer.close)
  const standin = await startStandin({
    ...SECRETS,
    webhookUrl: () => `http://127.0.0.1:${first}/api/v1/stripe/webhook`,
  })
  releases.push(() => standin.close())
  const database = await startPostgres(folder('postgres'), programs.postgres, certificates, {
    configuration: "shared_preload_libraries = 'pg_stat_statements'\n",
  })
  releases.push(() => database.stop())
  await database.createDatabase('sejour')
  const checkout = await install(place, 'current', 'HEAD')
  say('installed as an ordinary user, without development packages')
  const variablesOf = (index: number) => ({
    ...environmentOf({ origin, files: folder('files'), providerUrl: standin.url, smtpUrl: mailServer.url }),
    SHUTDOWN_DELAY_SECONDS: '5',
    DATABASE_URL: database.urlOf('sejour'),
    DATABASE_CA: certificates.ca,
    PORT: String(first + index),
    METRICS_PORT: String(first + NODES + index),
    DATA_DIR: folder(`node${index}`),
  })
  const nodes: Running[] = []
  releases.push(async () => Promise.all(nodes.map(({ stop }) => stop('SIGKILL'))))
  for (let index = 0; index < NODES; index++) nodes.push(await startNode(place, checkout, variablesOf(index)))
  const proxy = await startNginx(programs.nginx, {
    folder: folder('nginx'),
    certificates,
    port: publicPort,
    nodes: nodes.map((_, index) => first + index),
  })
  releases.push(() => proxy.stop())

  const people = { api: `${origin}/api/v1`, dispatcher, mails: () => mailServer.mails }
  const { token } = await newAccount(people, 'owner')
  const env = { DATABASE_URL: database.urlOf('sejour'), DATABASE_CA: certificates.ca }
  await run(node, ['src/cli/admin.ts', 'grant', 'owner@play.example', 'admin'], { cwd: checkout, env })
  const own = {
    api: people.api,
    dispatcher,
    token,
    home: await newHome(people, token, { title: 'Maison de la pièce' }),
  }

  if (isWanted('hang')) {
    const [, second] = nodes
    assert(second)
    const answers = await hang(own, second)
    say(`a node hangs for forty seconds: ${inWords(answers)}`)
    assert(answers.long < answers.requests / 10, 'a hung node holds up more than a tenth of the requests')
    await delay(FAIL_TIMEOUT_MS)
  }
  if (isWanted('roll')) {
    const end = askSteadily(own)
    await delay(3_000)
    for (const [index, running] of nodes.entries()) {
      assert.equal(await running.stop(), 0, running.output())
      nodes[index] = await startNode(place, checkout, variablesOf(index))
      await delay(FAIL_TIMEOUT_MS + 1_000)
    }
    const answers = await end()
    say(`both nodes are restarted: ${inWords(answers)}`)
    assert.deepEqual([...answers.failed], [], 'a restart costs answers')
  }
  if (isWanted('runbook')) await playRunbook({ ...place, checkout, env: variablesOf(0), database, say })
}

try {
  await play()
  say('What an operator does works.')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const release of releases.reverse()) await release().catch(() => undefined)
  rmSync(home, { recursive: true, force: true })
  process.exit()
}
