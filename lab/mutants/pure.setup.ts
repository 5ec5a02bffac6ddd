import fc from 'fast-check'
import { SEED } from '../../tests/support/random.ts'

// A mutant is only to be found: the smallest input that finds it takes long to look for.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED, endOnFailure: true })
