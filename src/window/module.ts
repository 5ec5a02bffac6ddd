export { windowPlugin as plugin } from './window.ts'
