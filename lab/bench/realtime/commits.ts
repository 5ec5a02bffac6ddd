import { pino } from 'pino'
import { connect, type Database, type Transaction, transaction } from '../../../src/platform/db/client.ts'
import { postgresBus } from '../../../src/realtime/bus/postgres-bus.ts'
import { holdBare } from '../bookings/floor.ts'
import { CLIENTS, clear, type Scene } from '../bookings/scene.ts'
import { loadLine, median, quartiles, report, round } from '../support.ts'

const ROUNDS = 9

type Effect = (tx: Transaction, client: number) => Promise<void>

/** Each client books its share of the same stays. */
async function rate(db: Database, { stays, guests }: Scene, effect: Effect): Promise<number> {
  await clear(db)
  const start = performance.now()
  await Promise.all(
    guests.map(async ({ id }, client) => {
      for (const stay of stays.filter((_, index) => index % CLIENTS === client)) {
        const tell = (tx: Transaction) => effect(tx, client)
        if (!(await holdBare(db, stay, id, tell, (work) => transaction(db, work)))) throw new Error('taken')
      }
    }),
  )
  return stays.length / ((performance.now() - start) / 1000)
}

/** Bookings a second at 32 clients, with nothing to tell and with two pushes. */
export async function benchCommits(databaseUrl: string, scene: Scene): Promise<void> {
  const db = connect(databaseUrl, { max: CLIENTS })
  const log = pino({ level: 'error' })
  const silent = { receive: () => undefined, missed: () => undefined }
  /** The guest and the owner are told, as by a real booking. */
  const telling: Effect = async (tx, client) => {
    for (const user of [client, 1_000]) {
      const data = { type: 'reservation_pending', title: 'x'.repeat(40), message: 'x'.repeat(120), data: { client } }
      await bus.publish(tx, { channel: `private-user.${user + client}`, event: 'notification', data })
    }
  }
  const bus = postgresBus({ db, log, leaseSeconds: 30, wakeUps: { look: () => () => undefined } })
  const effects: Record<string, Effect> = { none: async () => undefined, pushes: telling }
  const subscription = await bus.subscribe(silent)

  const rates = new Map(Object.keys(effects).map((name) => [name, [] as number[]]))
  for (let number = 0; number < ROUNDS; number++) {
    for (const [name, effect] of Object.entries(effects)) rates.get(name)?.push(await rate(db, scene, effect))
  }
  const untold = rates.get('none') ?? []
  for (const [name, told] of rates) {
    if (name === 'none') continue
    const ratios = told.map((value, number) => value / (untold[number] ?? Number.NaN))
    const [low, high] = quartiles(ratios).map((value) => round(value, 2))
    console.log(`bookings with ${name}: ratios of ${ROUNDS} rounds ${low} to ${high} (quartiles), ${loadLine()}`)
    const [ours, bare] = [median(told), median(untold)].map((value) => `${round(value)}/s`)
    report(`bookings with ${name}`, ours ?? '', `${bare} without`, median(ratios), '>= 0.95')
  }
  await subscription.close()
  await db.end()
}
