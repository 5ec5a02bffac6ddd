import { Stryker } from '@stryker-mutator/core'

/** The pure modules: arithmetic and rules, without schemas, texts for people and what loads data. */
const MUTATED = [
  'src/platform/lib/{days,money,payable}.ts',
  'src/homes/rates/{cancellation,lines,price,show-price}.ts',
  'src/money/invoices/vat.ts',
  'src/bookings/refunds/amounts.ts',
  'src/bookings/states/states.ts',
  'src/hosting/tasks/cleaning.ts',
  'src/hosting/travellers/rules.ts',
  'src/channels/channel-manager/values.ts',
]

/** Percentage of all mutants. */
const GOAL = 95

/** Mutates pure modules with Stryker, and runs the tests named `*.pure.test.ts`, which need no database. */
export async function runPure(): Promise<void> {
  // A mutant is killed or not for the same inputs in every run.
  process.env.SEED ??= '1'
  await new Stryker({
    mutate: MUTATED,
    testRunner: 'vitest',
    vitest: { configFile: 'lab/mutants/pure.config.ts', related: false },
    coverageAnalysis: 'perTest',
    reporters: ['clear-text'],
    clearTextReporter: { reportTests: false, allowEmojis: false },
    tempDirName: '.data/mutants/pure',
    ignorePatterns: [
      '**',
      '!src',
      '!src/**/*.ts',
      '!tests',
      '!tests/**',
      '!clients',
      '!clients/window',
      ...['!clients/window/src', '!clients/window/src/**/*.ts'],
      '!lab',
      ...['faults', 'mutants', 'tests'].flatMap((folder) => [`!lab/${folder}`, `!lab/${folder}/**`]),
      '!sql',
      '!sql/**',
      '!tsconfig.json',
      '!package.json',
    ],
    thresholds: { high: GOAL, low: GOAL, break: GOAL },
    concurrency: 2,
  }).runMutationTest()
}
