import { Schema } from "effect"
import { requirementId, requirementIds } from "./requirementIds.ts"

/** The numbered requirements, and what a test run must prove for them. */
export const Requirements = Schema.Struct({
  /** Number of requirements per section. */
  sections: Schema.Record(Schema.String, Schema.Int),
  /**
   * For requirements that one test cannot prove: the words of their clauses. Each must appear, together with the id, in
   * the title of a passed test; case is ignored.
   */
  clauses: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  /** By ids: the paths under which endpoints must be declared before the requirements can be proven. */
  needs: Schema.Record(Schema.String, Schema.Array(Schema.String))
})

export interface RequirementCoverage {
  readonly id: string
  /** `later`: an endpoint that it needs is not declared yet. `missing`: not proven, or only partly. */
  readonly state: "proven" | "later" | "missing"
  /** Clauses that appear in no passed test's title; empty if no test names the requirement at all. */
  readonly unproven: ReadonlyArray<string>
}

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/** Evaluates the requirements against the titles of passed tests and the paths of declared endpoints. */
export const requirementCoverage = (
  { clauses, needs, sections }: typeof Requirements.Type,
  titles: ReadonlyArray<string>,
  declared: ReadonlyArray<string>
): ReadonlyArray<RequirementCoverage> => {
  const needed = new Map(
    Object.entries(needs).flatMap(([ids, paths]) => requirementIds(ids).map((id) => [id, paths] as const))
  )
  const proofs = proofsOf(titles)
  return Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index): RequirementCoverage => {
      const id = requirementId(section, index + 1)
      const proof = (proofs.get(id) ?? []).map((title) => title.toLowerCase())
      const unproven = (clauses[id] ?? []).filter(
        (words) => !proof.some((title) => title.includes(words.toLowerCase()))
      )
      const isBuilt = (needed.get(id) ?? []).every((prefix) => declared.some((path) => isUnder(path, prefix)))
      const isProven = proof.length > 0 && unproven.length === 0
      return { id, state: !isBuilt ? "later" : isProven ? "proven" : "missing", unproven }
    })
  )
}

/** Test titles by the requirement ids that they mention. */
export const proofsOf = (titles: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const proofs = new Map<string, Array<string>>()
  for (const title of titles) {
    for (const id of requirementIds(title)) proofs.set(id, [...(proofs.get(id) ?? []), title])
  }
  return proofs
}
