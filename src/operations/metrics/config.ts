import { z } from 'zod'
import { text, type Values } from '../../platform/lib/environment.ts'

export const metricsVariables = {
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
}

export interface MetricsConfig {
  /** Address of /metrics: on a port of its own, behind a bearer token, or both; neither: nowhere in production. */
  metricsPort: number | undefined
  metricsToken: string | undefined
}

export const metricsConfig = (e: Values<typeof metricsVariables>): MetricsConfig => ({
  metricsPort: e.METRICS_PORT,
  metricsToken: e.METRICS_TOKEN,
})
