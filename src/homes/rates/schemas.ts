import { z } from 'zod'
import { SEASON_POLICY, SEASON_STATUS } from '../../platform/db/enums.ts'
import {
  day,
  homeFilter,
  integerId,
  percent,
  shownDay,
  shownUuid,
  spacedLine,
  uuid,
} from '../../platform/http/fields.ts'
import { pageQuery } from '../../platform/http/pages.ts'
import { HOME, inDays } from '../../reference/examples/demo.ts'

const nights = z.int().min(1).max(1_096).nullable()

const fields = {
  season_libelle: spacedLine().meta({ example: 'Été' }),
  season_description: z.string().trim().max(5_000).nullable().meta({ example: null }),
  season_start_date: day.meta({ example: inDays(100) }),
  season_end_date: day.meta({ example: inDays(160) }),
  season_reduction_percent: percent.meta({ example: 10 }),
  season_min_stay: nights.meta({ example: 3 }),
  season_max_stay: nights.meta({ example: null }),
  season_reduction_policy: z.enum(SEASON_POLICY),
  season_status: z.enum(SEASON_STATUS),
  property_id: uuid.meta({ example: HOME }),
}

/** Any subset of the fields. The order of the dates is checked on the merged season. */
export const seasonChanges = z.object(fields).partial().meta({ id: 'SeasonChanges' })

export const newSeason = seasonChanges
  .extend({ season_status: z.literal('active', { error: 'setAfterCreation' }).optional() })
  .required({
    season_libelle: true,
    season_start_date: true,
    season_end_date: true,
    season_reduction_percent: true,
    property_id: true,
  })

export type SeasonChanges = z.infer<typeof seasonChanges>

export const season = z
  .object({
    id: z.int(),
    property_id: shownUuid.meta({ example: HOME }),
    season_libelle: z.string().meta({ example: 'Été' }),
    season_description: z.string().nullable().meta({ example: null }),
    season_start_date: shownDay.meta({ example: inDays(100) }),
    season_end_date: shownDay.meta({ example: inDays(160) }),
    season_reduction_percent: z.number().meta({ example: 10 }),
    season_min_stay: z.int().nullable().meta({ example: 3 }),
    season_max_stay: z.int().nullable().meta({ example: null }),
    season_reduction_policy: z.enum(SEASON_POLICY),
    season_status: z.enum(SEASON_STATUS),
  })
  .meta({ id: 'Season' })

/** A season that was written, and the others that it meets. */
export const writtenSeason = season
  .extend({
    overlaps: z
      .array(
        z.object({
          id: z.int(),
          season_libelle: z.string(),
          season_start_date: shownDay,
          season_end_date: shownDay,
          prevails: z.boolean().meta({ description: 'Whether it prevails over this season on the days of both' }),
        }),
      )
      .meta({ description: 'Other active seasons on the same days; only one applies to each night', example: [] }),
  })
  .meta({ id: 'WrittenSeason' })

export const seasonParams = z.object({ id: integerId.describe('Id of the season') })
export const seasonList = pageQuery.extend({ property_id: homeFilter })
