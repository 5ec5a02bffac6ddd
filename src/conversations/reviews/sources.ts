/** Stars of a score of ten: half of it, rounded, at least one. Pure. */
export const starsOf = (score: number): number => Math.max(1, Math.min(5, Math.round(score / 2)))
