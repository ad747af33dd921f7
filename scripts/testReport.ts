import { testOutcomes } from "./testOutcomes.ts"

const tests = testOutcomes(process.argv.slice(2))
const [passed, failed, skipped] = (["passed", "failed", "skipped"] as const).map((outcome) =>
  tests.filter((test) => test.outcome === outcome)
)

for (const { name } of failed ?? []) console.error(`failed: ${name}`)
for (const { name } of skipped ?? []) console.error(`skipped, although its servers are available: ${name}`)
if (passed?.length === 0 || failed?.length !== 0 || skipped?.length !== 0) process.exitCode = 1
console.log(`${passed?.length} passed, ${failed?.length} failed, ${skipped?.length} skipped`)
