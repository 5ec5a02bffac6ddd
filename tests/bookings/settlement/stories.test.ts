import { expect } from 'vitest'
import { transaction } from '../../../src/platform/db/client.ts'
import { playOnRules } from '../../support/player-on-rules.ts'
import { randomOf, SEED } from '../../support/random.ts'
import { type Rules, test } from '../../support/rules.ts'
import { KINDS, type Kind, openingOf, playStory } from '../../support/stories.ts'

/** Stories of this run: `STORIES=10000` in `npm run ci:long`, where each kind is in one of a hundred at least. */
const STORIES = Number(process.env.STORIES ?? 20)
/** The first story of the run; that of a failure is in its message. */
const FIRST = Number(process.env.STORY ?? 0)
const CHUNK = 100
const COUNTED = 1_000

class Over extends Error {
  readonly kinds: Set<Kind>

  constructor(kinds: Set<Kind>) {
    super('over')
    this.kinds = kinds
  }
}

/** Plays one story and undoes it. */
async function play(rules: Rules, story: number): Promise<Set<Kind>> {
  const random = randomOf(SEED + story)
  const opening = openingOf(random)
  try {
    return await transaction(rules.tx, async (tx) => {
      const own = { ...rules, tx, context: { ...rules.context, db: tx } }
      throw new Over(await playStory(await playOnRules(own, opening), opening, random))
    })
  } catch (error) {
    if (error instanceof Over) return error.kinds
    if (error instanceof Error) error.message += ` (SEED=${SEED} STORY=${story} STORIES=1)`
    throw error
  }
}

const counts = new Map<Kind, number>(KINDS.map((kind) => [kind, 0]))
const chunks = Array.from({ length: Math.ceil(STORIES / CHUNK) }, (_, index) => FIRST + index * CHUNK)

test.for(chunks)('stories of money from %s on: documents say what was kept of each line', async (first, { rules }) => {
  for (let story = first; story < Math.min(first + CHUNK, FIRST + STORIES); story++)
    for (const kind of await play(rules, story)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
})

test.skipIf(STORIES < COUNTED)('each kind of story was played', () => {
  console.info(`${STORIES} stories: ${[...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}`)
  for (const [kind, count] of counts) expect(count, kind).toBeGreaterThanOrEqual(STORIES / 100)
})
