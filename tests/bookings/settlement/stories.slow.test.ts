import { isolated as test } from '../../support/app.ts'
import { expectLedger } from '../../support/payments.ts'
import { playOnService } from '../../support/player-on-service.ts'
import { randomOf, SEED } from '../../support/random.ts'
import { openingOf, playStory } from '../../support/stories.ts'

/** Stories of `stories.test.ts` against the service, over HTTP. */
const STORIES = 50

test(`${STORIES} stories of money over HTTP`, async ({ t }) => {
  for (let story = 0; story < STORIES; story++) {
    const random = randomOf(SEED + story)
    const opening = { ...openingOf(random), by: 'website' as const, isOff: [false, false] as [boolean, boolean] }
    try {
      await playStory(await playOnService(t, opening), opening, random)
    } catch (error) {
      if (error instanceof Error) error.message += ` (SEED=${SEED}, story ${story})`
      throw error
    }
  }
  await expectLedger(t)
})
