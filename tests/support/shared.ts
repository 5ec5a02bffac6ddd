import './patience.ts'
import { afterAll } from 'vitest'
import { closeShared } from './app.ts'

afterAll(closeShared)
