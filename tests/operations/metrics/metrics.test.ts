import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { inDays, startApp, type TestApp, test } from '../../support/app.ts'
import { book, scene } from '../../support/booking.ts'
import { ROOT } from '../../support/folders.ts'
import { portOf } from '../../support/sockets.ts'

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

/** Functions of PromQL and Grafana; `up` and `scrape_duration_seconds` are Prometheus' own; `probe_…` and `node_filesystem_…` are of its exporters. */
const WORDS = new Set(
  'sum rate increase use max count absent histogram_quantile topk replica route method status queue peer to reason direction job outcome up probe_success instance time and present_over_time service scrape_duration_seconds min host fstype mountpoint probe_ssl_earliest_cert_expiry node_filesystem_avail_bytes node_filesystem_size_bytes'.split(
    ' ',
  ),
)
const metricsOf = (expression: string): string[] =>
  [...expression.replaceAll(/"[^"]*"|\{\{[^}]*\}\}|\[[^\]]*\]/g, '').matchAll(/\b[a-z]\w{2,}/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name))

/** Metrics that programs beside the service write, and where. */
const ELSEWHERE = new Map([['sejour_backup_timestamp_seconds', 'deploy/ha/backup-age']])

/** Every metric that an alert or a panel asks for. */
function metricsOfDeployment(): string[] {
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/^\s+expr: (.+)$/gm)].map(([, text = '']) => text)
  const panels = globSync('deploy/grafana/*.json', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/"expr": (".+")/g)].map(([, text = '""']) => String(JSON.parse(text))),
  )
  expect([alerts.length, panels.length]).toEqual([expect.any(Number), expect.any(Number)])
  return [...new Set([...alerts, ...panels].flatMap(metricsOf))].sort()
}

/** A node that has done a little of everything. */
async function useService(t: TestApp): Promise<void> {
  const { guest, home } = await scene(t)
  const booked = await book(t, guest, { property_id: home, check_in: inDays(30), check_out: inDays(33), adults: 2 })
  await t.deliver(t.pay(booked.body.data.payment_url))
}

describe('/metrics', () => {
  test('has every metric of the alerts and the dashboard', async ({ t }) => {
    await useService(t)
    const text: string = (await t.call('GET', '//metrics')).body
    expect(metricsOfDeployment()).toContain('jobs_oldest_seconds')
    const isWritten = (name: string): boolean => {
      const file = ELSEWHERE.get(name)
      return new RegExp(`^${name}[{ ]|^# TYPE ${name} `, 'm').test(file === undefined ? text : read(file))
    }
    expect(metricsOfDeployment().filter((name) => !isWritten(name))).toEqual([])
    expect([...ELSEWHERE.keys()].filter((name) => !metricsOfDeployment().includes(name))).toEqual([])
    expect(text).toContain('reservations_moved_total{to="confirmed"} 1')
    expect(text).toMatch(/provider_call_duration_seconds_count\{peer="payments",call="\w+",outcome="ok"\} 1/)
    expect(text).toMatch(/provider_call_duration_seconds_count\{peer="mail",call="deliver",outcome="ok"\} [2-9]/)
    expect(text).toContain('stays_overbooked 0')
    expect(text).toContain('database_up 1')
  })

  test('count a request whose client has left', async ({ t }) => {
    const socket = connect(await portOf(t.app), '127.0.0.1', () =>
      socket.write(
        'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
        () => socket.destroy(),
      ),
    )
    const scrape = async () => (await t.call('GET', '//metrics')).body
    await expect.poll(scrape).toContain('http_requests_abandoned_total{method="POST",route="/api/v1/auth/login"} 1')
  })

  test('are on a port of their own, behind a token, or both, and nowhere else', async () => {
    const own = await startApp({ METRICS_PORT: '0' })
    try {
      expect((await own.call('GET', '//metrics')).status).toBe(404)
      const answer = await fetch(
        `http://127.0.0.1:${own.app.metricsServer && (await portOf(own.app.metricsServer))}/metrics`,
      )
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('database_up 1')])
      expect((await own.call('GET', '//health/ready')).status).toBe(200)
    } finally {
      await own.close()
    }
    for (const more of [{}, { METRICS_PORT: '0' }]) {
      const guarded = await startApp({ METRICS_TOKEN: 'a token of metrics', ...more })
      try {
        const { metricsServer } = guarded.app
        const url = metricsServer && `http://127.0.0.1:${await portOf(metricsServer)}/metrics`
        const statuses = async (headers: Record<string, string>) => [
          (await guarded.call('GET', '//metrics', undefined, { headers })).status,
          ...(url === undefined ? [] : [(await fetch(url, { headers })).status]),
        ]
        const all = (status: number) => (url === undefined ? [status] : [status, status])
        for (const authorization of ['', 'Bearer', 'Bearer a token of metric', 'Basic a token of metrics'])
          expect(await statuses({ authorization }), authorization).toEqual(all(401))
        expect(await statuses({ authorization: 'Bearer a token of metrics' })).toEqual(all(200))
      } finally {
        await guarded.close()
      }
    }
  })
})

describe('docs/runbook.md', () => {
  test('has a section for each alert, and no other', () => {
    const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const sections = [...read('docs/runbook.md').matchAll(/^## (Sejour\w+)/gm)].map(([, name]) => name)
    expect(alerts.length).toBeGreaterThan(10)
    expect(sections.toSorted()).toEqual(alerts.toSorted())
  })
})
