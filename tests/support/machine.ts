/**
 * True if a program that some tests need is on this machine. Without it they are skipped; where everything is to run, as in
 * `.ci/run` (CI_REQUIRE_ALL), its absence is an error.
 */
export function isInstalled(program: string, found: boolean): boolean {
  if (!found && process.env.CI_REQUIRE_ALL) throw new Error(`${program} is not installed, and CI_REQUIRE_ALL is set`)
  return found
}
